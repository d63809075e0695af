import { notFound } from '@tanstack/react-router'
import { ApiError } from './errors'

/** For the loader of a page: what the server does not know has no page, which says so. */
export function missing(message: string): (error: unknown) => never {
  return (error) => {
    throw ApiError.is(error, 404) ? notFound({ data: message }) : error
  }
}
