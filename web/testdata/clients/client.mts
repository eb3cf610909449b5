// A program of somebody who generated types: it reads lists, starts a draft, and says what became of each operation.
// The compiler checks addresses, parameters and answers against the description.
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

declare const process: { argv: string[]; exit(code: number): never };

const [, , baseUrl, token, document] = process.argv as [string, string, string, string, string];
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const yaml = { body: document, bodySerializer: (text: string) => text, headers: { "Content-Type": "application/yaml" } };

function said(operation: string, response: Response, understood: boolean): void {
  console.log(operation, response.status, understood);
  if (!understood) process.exit(1);
}

const lists = await client.GET("/api/v1/lists");
said("getLists", lists.response, lists.data !== undefined && lists.data.length > 0);
const name: string = lists.data![0]!.name;
const list = await client.GET("/api/v1/lists/{name}", { params: { path: { name } } });
said("getListsByName", list.response, list.data?.name === name);
const rows = await client.GET("/api/v1/lists/{name}/rows", { params: { path: { name: "all" }, query: { sort: "-efficiency", size: 1 } } });
said("getListsByNameRows", rows.response, rows.data?.rows.length === 1);
const system = await client.GET("/api/v1/systems/{id}", { params: { path: { id: rows.data!.rows[0]!.system_key } } });
said("getSystemsById", system.response, system.data?.name !== "");
const columns = await client.GET("/api/v1/columns");
said("getColumns", columns.response, columns.data !== undefined && columns.data.length > 10);
const server = await client.GET("/api/v1/server");
said("getServer", server.response, server.data?.account != null);

const made = await client.POST("/api/v1/submissions", yaml);
said("postSubmissions", made.response, made.data !== undefined);
const params = { path: { id: made.data!.id } };
const all = await client.GET("/api/v1/submissions");
said("getSubmissions", all.response, all.data !== undefined && all.data.length > 0);
const one = await client.GET("/api/v1/submissions/{id}", { params });
said("getSubmissionsById", one.response, one.data?.draft != null);
const put = await client.PUT("/api/v1/submissions/{id}/document", { params: { ...params, query: { version: one.data!.draft!.version } }, ...yaml });
said("putSubmissionsByIdDocument", put.response, put.data !== undefined);
const verdict = await client.POST("/api/v1/submissions/{id}/verdict", { params });
said("postSubmissionsByIdVerdict", verdict.response, verdict.data !== undefined);
const promised = await client.POST("/api/v1/submissions/{id}/manifest", {
  params, body: "0".repeat(64) + "  log.csv\n", bodySerializer: (text: string) => text, headers: { "Content-Type": "text/plain" },
});
said("postSubmissionsByIdManifest", promised.response, promised.data !== undefined);
const refused = await client.POST("/api/v1/submissions/{id}/submit", { params: { path: { id: 999999 } } });
said("postSubmissionsByIdSubmit", refused.response, refused.error?.status === 404);
