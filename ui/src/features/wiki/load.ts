import type { QueryClient } from '@tanstack/react-query'
import { projectHead } from '@/features/project'
import { missingWikiPage } from '@/lib/heads.gen'
import { siteTitle, titleOfType, type Head } from '@/lib/head'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import { loadProject, projectQueries } from '@/lib/project-queries'
import { titles } from '@/lib/titles'
import { wikiQueries, type Article } from './api'
import { homeOf } from './model/pages'

/** Loads the first page of a wiki, so that the first frame shows it. What fails is told by the screen. */
export async function loadHome(client: QueryClient, name: string): Promise<void> {
  const project = await loadProject(client, name).catch(() => undefined)
  if (!project) return
  const wiki = await client.ensureQueryData(wikiQueries.wiki(project.id)).catch(() => undefined)
  const home = homeOf(wiki?.wikis ?? [])
  if (home) await client.ensureQueryData(wikiQueries.page(project.id, home.slug)).catch(() => undefined)
}

/** Loads one page and the tree beside it. */
export async function loadPage(client: QueryClient, name: string, page: string): Promise<Article | undefined> {
  const project = await loadProject(client, name).catch(() => undefined)
  if (!project) return undefined
  const [article] = await Promise.all([
    client.ensureQueryData(wikiQueries.page(project.id, page)).catch(() => undefined),
    client.ensureQueryData(wikiQueries.wiki(project.id)).catch(() => undefined),
  ])
  return article
}

/** The head of a page of the wiki; search engines see those of public projects only. */
export function wikiHead(client: QueryClient, name: string, page?: string): Head | undefined {
  const id = client.getQueryData(projectQueries.named(name).queryKey) ?? ''
  const project = client.getQueryData(projectQueries.detail(id).queryKey)
  if (!project) return undefined
  const article = page === undefined ? undefined : client.getQueryData(wikiQueries.page(id, page).queryKey)
  if (page !== undefined && !article) return { title: missingWikiPage, noindex: true }
  const { title } = titles(project)
  return {
    title: siteTitle(article ? t.headOf(article.title, title) : t.name(title)),
    noindex: project.status !== 'approved' && project.status !== 'archived',
  }
}

const works: readonly (string | undefined)[] = ['edit', 'preview', 'review']

/** Whether a part of a wiki is for who is signed in. */
export const isWork = (part: string | undefined) => works.includes(part)

/** The head of a page of work or of the history, which search engines leave out. */
export function partHead(client: QueryClient, name: string, part: string): Head | undefined {
  const id = client.getQueryData(projectQueries.named(name).queryKey) ?? ''
  const head = projectHead(client.getQueryData(projectQueries.detail(id).queryKey))
  const label = (t.parts as Record<string, string | undefined>)[part]
  return head && { ...head, title: titleOfType(label, head.title), noindex: true }
}
