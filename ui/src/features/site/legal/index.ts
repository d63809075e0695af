import { legalTitles } from '@/lib/legal.gen'

/** A text about the site itself. A list inside a section is an array of its points. */
export type LegalText = { updated: string; lead: string; sections: readonly LegalSection[] }
export type LegalSection = { id: string; title: string; body: readonly (string | readonly string[])[] }

export type LegalPageName = keyof typeof legalTitles
export const legalPages = Object.keys(legalTitles) as LegalPageName[]

export function isLegalPage(name: string): name is LegalPageName {
  return legalPages.some((one) => one === name)
}

/** What a text needs to know of the site it speaks of. */
export type LegalSite = { brand: string; game: string; host: string }

/** Each text comes when it is asked for. */
export const legalTexts: Record<LegalPageName, () => Promise<{ text: (site: LegalSite) => LegalText }>> = {
  terms: () => import('./terms'),
  rules: () => import('./rules'),
  privacy: () => import('./privacy'),
  copyright: () => import('./copyright'),
  security: () => import('./security'),
  cmp: () => import('./cmp'),
  'cmp-info': () => import('./cmp-info'),
  ccpa: () => import('./ccpa'),
}
