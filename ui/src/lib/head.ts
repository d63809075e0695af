import { brandName } from './brand'

/** What a page says of itself in the document. */
export type Head = { title: string; description?: string | undefined; noindex?: boolean }

/** The part of a loader's result that is for the document. A function reads facts that change from the cache, undefined while they are not there. */
export type Headed = { head: Head | (() => Head | undefined) }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Search engines leave out this page and all below it. */
    noindex?: true
  }
}

/** The title of a page of this site. */
export const siteTitle = (title: string): string => `${title} - ${brandName()}`

/** The head of a page whose title never changes. */
export const titled = (title: string, description?: string): Headed => ({ head: { title: siteTitle(title), description } })
