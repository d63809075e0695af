import { brandName } from './brand'
import { ofTypeTitle, siteTitle as ofSite } from './heads.gen'

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
export const siteTitle = (title: string): string => ofSite({ title, brand: brandName() })

/** The title of a list, with the type that the list is narrowed to. */
export const titleOfType = (type: string | undefined, title: string): string => (type ? ofTypeTitle({ type, title }) : title)
