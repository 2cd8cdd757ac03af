import { api, uploadLimits, type Api } from "@knowhow/shared";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { readConfig } from "../packages/server/src/config.ts";
import { neededConnections, readingOptions } from "../packages/server/src/database/knex.ts";
import { processRegistry } from "../packages/server/src/metrics/registry.ts";
import { root } from "./sources.mjs";

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const files = readdirSync(join(root, "deploy"), { recursive: true, encoding: "utf8" });
const capturedBy = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** The documents of a YAML file; what they hold is for their readers to say. */
const documentsOf = (file: string) => parseAllDocuments(read(join("deploy", file)), { merge: true });
const dataOf = (file: string): unknown[] => documentsOf(file).map((document) => document.toJS() as unknown);

interface Service {
  environment?: Record<string, string>;
  command?: string[];
  stop_grace_period?: string;
}
interface Rule {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}
interface Manifest {
  kind: string;
  spec: Record<string, unknown>;
}
interface Probe {
  httpGet: { path: string };
}
interface Pod {
  terminationGracePeriodSeconds: number;
  containers: ({ env: { name: string }[] } & Record<
    "startupProbe" | "livenessProbe" | "readinessProbe",
    Probe
  >)[];
}

// Each as its file has it.
const [compose] = dataOf("compose.yaml") as [{ services: Record<string, Service> }];
const manifests = dataOf("kubernetes/server.yaml") as Manifest[];
const specOf = <T>(kind: string): T => manifests.find((one) => one.kind === kind)?.spec as T;
const { template, strategy } = specOf<{
  template: { spec: Pod };
  strategy: { rollingUpdate: { maxSurge: number } };
}>("Deployment");
const [database, pooler] = dataOf("kubernetes/database.yaml") as [
  { spec: { postgresql: { parameters: Record<string, string> } } },
  { spec: { instances: number; pgbouncer: { parameters: Record<string, string> } } },
];
const pgbouncer = read("deploy/pgbouncer.ini");
const [alerts] = dataOf("prometheus/alerts.yaml") as [{ groups: { rules: Rule[] }[] }];
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read("deploy/grafana/dashboard.json")) as {
  panels: { id: number; targets: { expr: string }[] }[];
};
const container = read("deploy/Containerfile");
const proxy = read("deploy/haproxy.cfg");
const unit = read("deploy/knowhow.service");
const example = read("deploy/production.env.example");

it.each(files.filter((file) => file.endsWith(".yaml")))("%s is YAML", (file) => {
  const found = documentsOf(file).flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  expect(found.map(({ message }) => message)).toEqual([]);
  expect(dataOf(file)).not.toContain(null);
});

describe("settings", () => {
  const known = capturedBy(/^ {2}([A-Z][A-Z0-9_]+): /gm, read("packages/server/src/config.ts"));
  const given = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => ({
    name,
    value,
  }));
  const names = given.map(({ name }) => name);
  /** What no production sets. */
  const elsewhere = ["SEED_DEMO", "RATE_LIMITS", "FAILPOINT"];
  /** Names that compose.yaml takes from the file, but for those with a default. */
  const interpolated = capturedBy(/\$\{([A-Z0-9_]+)(?!:-|[A-Z0-9_])/g, read("deploy/compose.yaml"));
  const servers = Object.entries(compose.services).filter(([name]) => name.startsWith("server"));

  it("are named in the example once, all that the server knows", () => {
    const foreign = names.filter((name) => !known.includes(name));
    expect(known.length).toBeGreaterThan(40);
    expect(names.filter((name) => known.includes(name)).sort()).toEqual(
      known.filter((name) => !elsewhere.includes(name)).sort(),
    );
    expect(foreign.sort()).toEqual([...new Set(interpolated.filter((name) => !known.includes(name)))].sort());
    expect(interpolated.filter((name) => !names.includes(name))).toEqual([]);
  });

  const environmentOf = (fill: (value: string) => string) =>
    Object.fromEntries(given.map(({ name, value }) => [name, fill(value)]));

  it("of the example start a production when the places are filled in", () => {
    const config = readConfig(environmentOf((value) => value.replaceAll(/<[^>]+>/g, "0".repeat(64))));
    expect(config).toMatchObject({
      environment: "production",
      proxies: 1,
      warnings: [],
      toss: { standin: false },
    });
    expect([config.s3?.bucket, config.metricsToken?.length]).toEqual(["knowhow", 64]);
  });

  it("of the example start nothing before that", () => {
    expect(() => readConfig(environmentOf((value) => value))).toThrow();
  });

  it("of containers are known to the server", () => {
    const named = [
      ...servers.flatMap(([, { environment = {} }]) => Object.keys(environment)),
      ...template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)),
      ...capturedBy(/([A-Z_]+)=/g, /^ENV (.*)$/m.exec(container)?.[1] ?? ""),
    ];
    expect(named.length).toBeGreaterThan(5);
    // An address is made of the operator's password.
    expect(named.filter((name) => !known.includes(name))).toEqual(["PGPASSWORD"]);
  });

  it("have one folder for data", () => {
    const folder = given.find(({ name }) => name === "DATA_DIR")?.value ?? "";
    expect(container).toContain(`DATA_DIR=${folder}\n`);
    expect(`/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)?.[1] ?? ""}`).toBe(folder);
    for (const file of ["compose.yaml", "kubernetes/server.yaml"])
      expect(read(`deploy/${file}`)).toMatch(new RegExp(`(- |mountPath: )${folder}\\b`));
  });

  it("lead proxy and watcher to every server", () => {
    const all = servers.map(([name]) => `${name}:3000`);
    expect(capturedBy(/^\tserver server\d (\S+)/gm, proxy)).toEqual(all);
    expect(capturedBy(/"(server\d+:\d+)"/g, read("deploy/prometheus/prometheus.yaml"))).toEqual(all);
  });

  it("leave connections for every process", () => {
    const isPooled = true;
    const each = neededConnections(1, { isPooled }) - neededConnections(0, { isPooled });
    const [, pool] = /^default_pool_size = (\d+)$/m.exec(pgbouncer) ?? [];
    const [, ofCompose] =
      /max_connections=(\d+)/.exec(compose.services["database"]?.command?.join(" ") ?? "") ?? [];
    const { maxReplicas } = specOf<{ maxReplicas: number }>("HorizontalPodAutoscaler");
    const { max_connections: ofCluster } = database.spec.postgresql.parameters;
    expect(Number(ofCompose)).toBeGreaterThan(Number(pool) + each * servers.length);
    const { instances, pgbouncer: settings } = pooler.spec;
    expect(Number(ofCluster)).toBeGreaterThan(
      instances * Number(settings.parameters["default_pool_size"]) +
        each * (maxReplicas + strategy.rollingUpdate.maxSurge),
    );
  });

  it("give connections of a pooler the settings of the servers' own", () => {
    const settings = readingOptions.map((option) => option.replace("-c ", "").split("="));
    const [, query] = /connect_query='([^']*)'/.exec(pgbouncer) ?? [];
    const stated = query?.split("; ").map((statement) => statement.replace("set ", "").split(" = "));
    expect(stated).toEqual([...settings, ["timezone", "UTC"]]);
    expect(Object.entries(database.spec.postgresql.parameters)).toEqual(expect.arrayContaining(settings));
    for (const [name, value] of Object.entries(pooler.spec.pgbouncer.parameters))
      expect(pgbouncer).toMatch(new RegExp(`^${name} = ${value}$`, "m"));
  });

  it("let the largest upload pass the proxy", () => {
    const [size] = capturedBy(/body_size gt (\d+)/g, proxy);
    expect(Number(size)).toBeGreaterThan(uploadLimits.file);
  });
});

describe("the life of a server", () => {
  it("is asked about at paths of the contract", () => {
    const { live, ready } = api.health;
    // Parts that all servers share would take every one of them out.
    const own = `${ready.path}?part=process`;
    for (const { startupProbe, livenessProbe, readinessProbe } of template.spec.containers)
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        live.path,
        live.path,
        own,
      ]);
    expect(capturedBy(/meth GET uri (\S+)/g, proxy)).toEqual([own]);
    expect(capturedBy(/fetch\(`[^`]*\}(\/[^`]*)`\)/g, container)).toEqual([own]);
  });

  it("ends in the same time everywhere, longer than the server takes", () => {
    const times = [
      template.spec.terminationGracePeriodSeconds,
      ...Object.values(compose.services).flatMap((one) =>
        one.environment?.["PROCESSES"] === undefined ? [] : [parseInt(one.stop_grace_period ?? "", 10)],
      ),
      Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]),
    ];
    const secondsOf = (pattern: RegExp, file: string): number =>
      Number(pattern.exec(read(`packages/server/src/${file}`))?.[1]?.replaceAll("_", "")) / 1_000;
    const grace = secondsOf(/production: ([\d_]+)/, "server.ts");
    const drain = secondsOf(/drainMs = ([\d_]+)/, "http/listen.ts");
    const jobs = secondsOf(/JobsMs = ([\d_]+)/, "jobs/worker.ts");
    // A statement of an answer that was cut keeps its connection.
    const statement = secondsOf(/statement_timeout=(\d+)/, "database/knex.ts");
    expect(times).toHaveLength(5);
    expect(new Set(times).size).toBe(1);
    expect(times[0]).toBeGreaterThan(grace + Math.max(drain + statement, jobs));
    expect(jobs).toBeGreaterThan(secondsOf(/RoundMs = ([\d_]+)/, "features/orders/reconcile.ts"));
  });

  it("begins with what the build makes, on the Node of .nvmrc", () => {
    const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
    expect(capturedBy(/^COPY (\S+)\/package\.json /gm, container).sort()).toEqual([...workspaces].sort());
    expect(new Set(capturedBy(/^FROM node:(\d+)/gm, container))).toEqual(new Set([read(".nvmrc").trim()]));
    const main = /"(packages\/\S+\.js)"/.exec(read("scripts/start.mjs").replaceAll("../", ""))?.[1];
    expect(container).toContain(`CMD ["node", "${main}"]`);
    expect(unit).toContain(`node ${main}\n`);
  });
});

describe("measures", () => {
  const source = "packages/server/src";
  const code = readdirSync(join(root, source), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => read(join(source, file)))
    .join("\n");
  const registered = new Set([
    ...capturedBy(/name: "(knowhow_\w+)"/g, code),
    ...capturedBy(/labelled\(\s*\w+,\s*"(\w+)"/g, code).map((name) => `knowhow_${name}`),
    ...processRegistry.getMetricsAsArray().map(({ name }) => name),
    // Prometheus's own.
    "up",
  ]);
  const words = new Set(["and", "or", "unless", "offset"]);
  /** The names of measures in an expression, without what a histogram adds. */
  const namesIn = (expression: string): string[] =>
    capturedBy(
      /\b([a-z_]\w*)\b(?!\s*\()/gi,
      expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|without|on) \([^)]*\)|\b\d+\w*/g, " "),
    )
      .filter((name) => !words.has(name))
      .map((name) => name.replace(/^(knowhow_.*_seconds)_(bucket|sum|count)$/, "$1"));

  it.each([
    ["alerts", rules.map(({ expr }) => expr)],
    ["dashboard", dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))],
  ])("of the %s are shown by the server", (_, expressions) => {
    const used = expressions.map(namesIn);
    expect(used.filter((names) => names.length === 0)).toEqual([]);
    expect(used.flat().filter((name) => !registered.has(name))).toEqual([]);
  });

  it("have an alert each that is worth an alarm", () => {
    const table = read("docs/OPERATIONS.md").split("| measure | worth an alarm |")[1]?.split("\n\n")[0] ?? "";
    const worth = table.split("\n").filter((row) => !row.includes("for looking at"));
    const wanted = worth.flatMap((row) => capturedBy(/`(\w+)(?:\{[^`]*)?`/g, row.split(" | ")[0] ?? ""));
    const watched = new Set(rules.flatMap(({ expr }) => namesIn(expr)));
    const measures = wanted.filter((name) => name.includes("_"));
    expect(measures.length).toBeGreaterThan(12);
    expect(measures.filter((name) => !watched.has(name))).toEqual([]);
  });

  it("call on slow calls, but on those alone that wait for a file, the helper or the provider", () => {
    const { expr = "" } = rules.find(({ alert }) => alert === "KnowhowCallSlow") ?? {};
    const excluded = new RegExp(`^(?:${/call!~"([^"]*)"/.exec(expr)?.[1] ?? ""})$`);
    const families = ["assistant", "evidences", "files", "trials", "uploads"];
    const features: Api = api;
    const calls = Object.entries(features).flatMap(([feature, table]) =>
      Object.entries(table).map(([name, { errors, limit }]) => ({
        name: `${feature}.${name}`,
        waits:
          families.includes(feature) ||
          limit === "image" ||
          errors.some((code) => ["UNSUPPORTED_TYPE", "PROVIDER_ERROR"].includes(code)),
      })),
    );
    const named = (isChosen: (call: (typeof calls)[number]) => boolean) =>
      calls.filter(isChosen).map(({ name }) => name);
    expect(named(({ name }) => excluded.test(name))).toEqual(named(({ waits }) => waits));
    expect(named(({ waits }) => !waits).length).toBeGreaterThan(100);
  });

  it("have alerts and panels with names of their own", () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect(rules.filter(({ annotations }) => Object.keys(annotations).join() !== "summary")).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });
});
