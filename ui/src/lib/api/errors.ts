/** A rejection or failure of the API, with the server's text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status, 0 when no answer arrived. */
  readonly status: number
  /** Stable code of the failure, for example `not_found`. */
  readonly code: string
  /** Text for people, in the site's language. */
  readonly description: string
  /** Request id under which the server logged it, when it sent one. */
  readonly trace: string | undefined
  /** The rejected member of the request, if there is one. */
  readonly field: string | undefined
  /** The text of each rejected member, where there are several. */
  readonly fields: unknown

  constructor(status: number, code: string, description: string, trace?: string, field?: string, fields?: unknown) {
    super(description)
    this.status = status
    this.code = code
    this.description = description
    this.trace = trace
    this.field = field
    this.fields = fields
  }

  static is(error: unknown, status?: number): error is ApiError {
    return error instanceof ApiError && (status === undefined || error.status === status)
  }
}
