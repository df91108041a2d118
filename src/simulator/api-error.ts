// Errors in the shape of the Messages API.

const statusByType = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  overloaded_error: 529,
} as const

export type ApiErrorType = keyof typeof statusByType

/** A refusal on its way to the client. `status` follows from the type unless given. */
export type ApiError = { type: ApiErrorType; message: string; status: number }

export function apiError(type: ApiErrorType, message: string, status: number = statusByType[type]): ApiError {
  return { type, message, status }
}

/** The JSON body of an error answer, and the data of an `error` event. */
export function errorBody(error: Pick<ApiError, 'type' | 'message'>, requestId: string): object {
  return { type: 'error', error: { type: error.type, message: error.message }, request_id: requestId }
}
