/** A refusal or failure of the API, with what the server said about it. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status, 0 when no answer arrived. */
  readonly status: number
  /** Stable code of the failure, for example `not_found`. */
  readonly code: string
  /** Text for people, in the language of the site. */
  readonly description: string
  /** Request id under which the server logged it, when it sent one. */
  readonly trace: string | undefined
  /** The member of the request that was refused, where one was. */
  readonly field: string | undefined

  constructor(status: number, code: string, description: string, trace?: string, field?: string) {
    super(description)
    this.status = status
    this.code = code
    this.description = description
    this.trace = trace
    this.field = field
  }

  static is(error: unknown, status?: number): error is ApiError {
    return error instanceof ApiError && (status === undefined || error.status === status)
  }
}
