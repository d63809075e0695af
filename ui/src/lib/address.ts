import type { RegisteredRouter } from '@tanstack/react-router'
import { stringifySearch } from './url-search'

type Routes = RegisteredRouter['routeTree']['types']['fileRouteTypes']['fileRoutesByTo']
type Types<To extends keyof Routes> = Routes[To]['types']

/** What may be left out is left out of an address where it is undefined. */
type Given<T> = { [Key in keyof T]: T[Key] | undefined }
type Part<Name extends string, T> = Record<never, never> extends T ? { [Key in Name]?: Given<T> } : { [Key in Name]: Given<T> }

/** The address of a page: a route, what its path names and what it reads from the query. */
export type Address = {
  [To in keyof Routes]: { to: To } & Part<'params', Types<To>['allParams']> & Part<'search', Types<To>['fullSearchSchemaInput']>
}[keyof Routes]

/** `/$name`, `{$name}-end` and `/{-$name}`, which goes with its slash where it is not given. */
const named = /(\/?)(?:\{-?)?\$(\w+)\}?/g

/** The text of an address. */
export function hrefOf({ to, params, search }: Address): string {
  const given: Record<string, string | undefined> = params ?? {}
  const path = to.replace(named, (_, slash: string, name: string) => {
    const value = given[name]
    return value === undefined ? '' : slash + encodeURIComponent(value)
  })
  return path + stringifySearch(search ?? {})
}
