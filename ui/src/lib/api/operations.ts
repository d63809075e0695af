import type { paths } from './schema.gen'

/** Methods of the API as commands and queries name them. */
export type Verb = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Paths with an operation for the method, or for each of several. */
export type PathOf<M extends Verb> = { [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never }[keyof paths]

type Operation<M extends Verb, P> = P extends keyof paths ? paths[P][Lowercase<M> & keyof paths[P]] : never

/** The answer of a path. */
export type Answer<M extends Verb, P extends PathOf<M>> =
  Operation<M, P> extends { responses: { 200: { content: { 'application/json': infer T } } } } ? T : undefined

/** Request bodies may be readonly. */
type Given<T> = T extends readonly (infer I)[] ? readonly Given<I>[] : T extends object ? { readonly [K in keyof T]: Given<T[K]> } : T

/** The request body of a path: JSON, a form or bytes. */
export type BodyOf<M extends Verb, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody?: { content: infer C } }
    ? unknown extends C
      ? undefined
      : C extends { 'application/json': infer T }
        ? Given<T>
        : C extends { 'multipart/form-data': unknown }
          ? FormData
          : Blob
    : undefined

/** Lists are written as JSON, and empty values are omitted. */
type Asked<Q> = { [K in keyof Q]?: Q[K] | readonly string[] | null | undefined }

type Params<O> = O extends { parameters: { path: infer T } } ? { params: T } : { params?: undefined }
type InQuery<O> = O extends { parameters: { query?: infer Q } }
  ? { query?: Asked<NonNullable<Q>> | URLSearchParams | undefined }
  : { query?: undefined }

/** The parameters of an operation's address. */
export type Address<M extends Verb, P extends PathOf<M>> = Params<Operation<M, P>> & InQuery<Operation<M, P>>

/** Options that may be omitted where none of them is required. */
export type Rest<O> = object extends O ? [options?: O] : [options: O]
