import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

/** So long one process waits for the counts of the others. */
const answerMs = 5_000;

interface MetricsRequest {
  metricsRequest: number;
}

interface MetricsAnswer {
  metricsAnswer: number;
  /** Undefined where a process did not answer in time. */
  text: string | undefined;
}

const isRequest = (message: unknown): message is MetricsRequest =>
  typeof message === "object" && message !== null && "metricsRequest" in message;

const isAnswer = (message: unknown): message is MetricsAnswer =>
  typeof message === "object" && message !== null && "metricsAnswer" in message;

/** Has the supervisor answer its processes, which know their own counts alone. */
export const answerMetrics = (): void => {
  const all = new AggregatorRegistry();
  cluster.on("message", (worker, message: unknown) => {
    if (!isRequest(message)) return;
    const answer = (text: string | undefined) => {
      const reply: MetricsAnswer = { metricsAnswer: message.metricsRequest, text };
      if (worker.isConnected()) worker.send(reply);
    };
    all.clusterMetrics().then(answer, () => {
      answer(undefined);
    });
  });
};

let lastRequest = 0;

const askSupervisor = (): Promise<string> =>
  new Promise((resolve, reject) => {
    lastRequest += 1;
    const request: MetricsRequest = { metricsRequest: lastRequest };
    const end = (text: string | undefined) => {
      clearTimeout(timer);
      process.off("message", read);
      if (text === undefined) reject(new Error("a server process did not tell its counts"));
      else resolve(text);
    };
    const read = (message: unknown) => {
      if (isAnswer(message) && message.metricsAnswer === request.metricsRequest) end(message.text);
    };
    const timer = setTimeout(end, answerMs, undefined);
    process.on("message", read);
    process.send?.(request);
  });

/**
 * The counts of these registries in Prometheus's text format: of all processes where several run on this port, each under
 * its label `process`.
 */
export const showRegistries = async (registries: readonly Registry[]): Promise<string> => {
  if (cluster.isWorker) return askSupervisor();
  return (await Promise.all(registries.map((registry) => registry.metrics()))).join("\n");
};

/**
 * Lets the supervisor collect these registries of a process; none while the process starts, so that the others do not
 * wait for it.
 */
export const shareRegistries = (registries: readonly Registry[]): void => {
  if (!cluster.worker) return;
  // Never given twice: the counts of a process that replaces another would look like a restart of a sum.
  const process = String(cluster.worker.id);
  for (const registry of registries) registry.setDefaultLabels({ process });
  AggregatorRegistry.setRegistries([...registries]);
  // The first one listens for the supervisor's requests.
  new AggregatorRegistry();
};
