"use strict";

/*
 * The browser part of the local Toss Payments stand-in: what a shop uses of the provider's SDK v2, with the same
 * names, checks and errors. The payment window opens as a whole page.
 */
(() => {
  const scriptUrl = document.currentScript.src;
  const anonymous = "@@ANONYMOUS";

  // The provider takes its codes and their Korean names.
  const easyPays = {
    TOSSPAY: "TOSSPAY",
    토스페이: "TOSSPAY",
    NAVERPAY: "NAVERPAY",
    네이버페이: "NAVERPAY",
    KAKAOPAY: "KAKAOPAY",
    카카오페이: "KAKAOPAY",
  };

  function fail(code, message) {
    const error = new Error(message);
    error.name = "TossPaymentsError";
    error.code = code;
    return error;
  }

  function isText(value, most) {
    return typeof value === "string" && value !== "" && value.length <= most;
  }

  function checkUrl(value, code, name) {
    let url;
    try {
      url = new URL(value);
    } catch {
      throw fail(code, `${name}은 오리진을 포함한 주소여야 합니다.`);
    }
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw fail(code, `${name}은 오리진을 포함한 주소여야 합니다.`);
    }
  }

  function checkRequest(request) {
    if (typeof request !== "object" || request === null) {
      throw fail("INVALID_PARAMETERS", "결제 요청 파라미터가 올바르지 않습니다.");
    }
    if (request.method !== "CARD") throw fail("NOT_SUPPORTED_METHOD", "지원하지 않는 결제수단입니다.");
    const amount = request.amount;
    if (typeof amount !== "object" || amount === null || !Number.isInteger(amount.value)) {
      throw fail("INVALID_AMOUNT_VALUE", "결제 금액이 올바르지 않습니다.");
    }
    if (amount.currency !== "KRW") throw fail("INVALID_AMOUNT_CURRENCY", "결제 통화가 올바르지 않습니다.");
    if (amount.value <= 0) throw fail("BELOW_ZERO_AMOUNT", "결제 금액은 0보다 커야 합니다.");
    if (!/^[A-Za-z0-9_=-]{6,64}$/.test(request.orderId)) {
      throw fail(
        "INVALID_PARAMETERS",
        "orderId는 영문 대소문자, 숫자, 특수문자(-, _, =)로 이루어진 6자 이상 64자 이하의 문자열이어야 합니다.",
      );
    }
    if (!isText(request.orderName, 100)) {
      throw fail("INVALID_PARAMETERS", "orderName은 1자 이상 100자 이하여야 합니다.");
    }
    for (const name of ["customerName", "customerEmail"]) {
      if (request[name] != null && !isText(request[name], 100)) {
        throw fail("INVALID_PARAMETERS", `${name}은 100자 이하여야 합니다.`);
      }
    }
    const card = request.card ?? {};
    if (card.flowMode === "DIRECT" && card.easyPay == null && card.cardCompany == null) {
      throw fail("INVALID_PARAMETERS", "flowMode가 DIRECT이면 cardCompany나 easyPay가 필요합니다.");
    }
    if (card.easyPay != null && !Object.hasOwn(easyPays, card.easyPay)) {
      throw fail("INVALID_PARAMETERS", "easyPay가 올바르지 않습니다.");
    }
    checkUrl(request.successUrl, "INCORRECT_SUCCESS_URL_FORMAT", "successUrl");
    checkUrl(request.failUrl, "INCORRECT_FAIL_URL_FORMAT", "failUrl");
  }

  async function openSession(clientKey, request, signal) {
    const answer = await window.fetch(new URL("../sessions", scriptUrl), {
      method: "POST",
      credentials: "omit",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        clientKey,
        orderId: request.orderId,
        orderName: request.orderName,
        amount: request.amount.value,
        successUrl: request.successUrl,
        failUrl: request.failUrl,
        // In the default flow the code changes nothing.
        ...(request.card?.flowMode === "DIRECT" && request.card.easyPay != null
          ? { easyPay: easyPays[request.card.easyPay] }
          : {}),
        customerName: request.customerName ?? null,
        customerEmail: request.customerEmail ?? null,
      }),
      signal,
    });
    const body = await answer.json();
    if (!answer.ok) throw fail(body.code, body.message);
    return body.windowUrl;
  }

  function createPayment(clientKey) {
    let current;

    function request(parameters) {
      return new Promise((resolve, reject) => {
        // Never resolved on purpose: the page is left, or the request ends with an error.
        if (current !== undefined) {
          reject(fail("INVALID_METHOD_TRANSACTION", "이미 결제를 진행하고 있습니다."));
          return;
        }
        try {
          checkRequest(parameters);
        } catch (error) {
          reject(error);
          return;
        }
        const controller = new AbortController();
        const end = (error) => {
          current = undefined;
          window.removeEventListener("pageshow", comeBack);
          controller.abort();
          reject(error);
        };
        // The browser's back button may bring this very page back from the payment window.
        const comeBack = (event) => {
          if (event.persisted) end(fail("USER_CANCEL", "취소되었습니다."));
        };
        current = { end };
        window.addEventListener("pageshow", comeBack);
        openSession(clientKey, parameters, controller.signal).then(
          (windowUrl) => {
            if (!controller.signal.aborted) window.location.assign(windowUrl);
          },
          (error) => {
            if (controller.signal.aborted) return;
            end(error.code === undefined || error.name === "AbortError" ? failedRequest() : error);
          },
        );
      });
    }

    function failedRequest() {
      return fail("PAYMENT_REQUEST_FAIL", "결제창을 열지 못했습니다. 잠시 후 다시 시도해 주세요.");
    }

    return {
      requestPayment: request,
      async destroy() {
        if (current === undefined) {
          throw fail("NO_ACTIVE_PAYMENT_REQUEST", "진행 중인 결제 요청이 없습니다.");
        }
        current.end(fail("PAYMENT_REQUEST_ABORTED", "결제 요청이 중단되었습니다."));
      },
    };
  }

  function TossPayments(clientKey) {
    if (typeof clientKey !== "string" || clientKey === "") {
      throw fail("INVALID_CLIENT_KEY", "클라이언트 키가 올바르지 않습니다.");
    }
    if (/^(test|live)_g?sk_/.test(clientKey)) {
      throw fail("INSECURE_KEY_USAGE", "시크릿 키는 브라우저에서 사용할 수 없습니다.");
    }
    return {
      payment(options) {
        if (/^(test|live)_gck_/.test(clientKey)) {
          throw fail("NOT_SUPPORTED_WIDGET_KEY", "결제위젯 연동 키는 지원하지 않습니다.");
        }
        if (!/^test_ck_/.test(clientKey)) {
          throw fail("INVALID_CLIENT_KEY", "클라이언트 키가 올바르지 않습니다.");
        }
        const customerKey = options?.customerKey;
        const isKnown = typeof customerKey === "string" && /^[A-Za-z0-9_=.@-]{2,50}$/.test(customerKey);
        if (!isKnown && customerKey !== anonymous) {
          throw fail("INVALID_CUSTOMER_KEY", "customerKey가 올바르지 않습니다.");
        }
        return createPayment(clientKey);
      },
    };
  }

  TossPayments.ANONYMOUS = anonymous;
  window.TossPayments = TossPayments;
})();
