// The three ways an answer leaves: error, page, JSON.
import type { ServerResponse } from 'node:http'
import { type ApiError, errorBody } from '../api-error'

/** Answers with an error in the API's shape. */
export function respondError(
  response: ServerResponse,
  error: ApiError,
  requestId: string,
  headers: Record<string, string> = {},
): void {
  respondJson(response, error.status, errorBody(error, requestId), requestId, headers)
}

/** Answers with JSON. */
export function respondJson(
  response: ServerResponse,
  status: number,
  body: object,
  requestId: string,
  headers: Record<string, string> = {},
): void {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': requestId, ...headers })
  response.end(JSON.stringify(body))
}

/** Answers with a page. */
export function respondPage(response: ServerResponse, status: number, html: string): void {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(html)
}
