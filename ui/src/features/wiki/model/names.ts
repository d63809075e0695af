import * as v from 'valibot'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { wikiTitle, wikiWeight } from '@/lib/limits.gen'

/** The value that stands for no parent, because a select has no empty value. */
export const ROOT = 'root'

const points = (text: string): number => [...text].length
const slugForm = /^[A-Za-z0-9-]*$/

type Named = { id: string; title: string; slug: string; removed: boolean }

/** Titles and slugs are compared as the server compares them: without regard to case, titles also to their width. */
const foldTitle = (title: string) => title.trim().normalize('NFKC').toLowerCase()

const others = (pages: readonly Named[], own: string | undefined) => pages.filter(({ id, removed }) => id !== own && !removed)

export function titleTaken(pages: readonly Named[], title: string, own?: string): boolean {
  return others(pages, own).some((page) => foldTitle(page.title) === foldTitle(title))
}

export function slugTaken(pages: readonly Named[], slug: string, own?: string): boolean {
  return others(pages, own).some((page) => page.slug.toLowerCase() === slug.toLowerCase())
}

/** A former address that still leads to a page. */
type Former = { slug: string; page: string; title: string }

/** The title of the other page that would lose its former address to a page with this slug. */
export function losesSlug(former: readonly Former[] | undefined, slug: string, own?: string): string | undefined {
  const key = slug.trim().toLowerCase()
  return former?.find((one) => one.slug === key && one.page !== own)?.title
}

/** The part of a proposed slug that a wiki page may have; undefined where nothing of it may. */
export function wikiSlug(proposed: string): string {
  return proposed
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .slice(0, wikiTitle)
    .replace(/^-+|-+$/g, '')
}

/** Title, slug, parent and weight of a page, checked against the pages of its draft. */
export const namesOf = (pages: () => readonly Named[], own?: string) => ({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(t.create.missing),
    v.check((title) => points(title) <= wikiTitle, t.create.long),
    v.check((title) => !titleTaken(pages(), title, own), t.create.sameTitle),
  ),
  slug: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(t.create.missing),
    v.maxLength(wikiTitle, t.create.long),
    v.check((slug) => slugForm.test(slug), t.create.slugHint),
    v.check((slug) => !slugTaken(pages(), slug, own), t.create.sameSlug),
  ),
  parent: v.pipe(
    v.string(),
    v.transform((parent) => (parent === ROOT ? '' : parent)),
  ),
  sort_order: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => /^\d+$/.test(text) && Number(text) <= wikiWeight, t.create.weightWrong),
    v.transform(Number),
  ),
})
