import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { missing } from '@/lib/api/missing'
import { brandName } from '@/lib/brand'
import type { Head } from '@/lib/head'
import { plainText } from '@/lib/plain-text'
import { loadProject, projectQueries } from '@/lib/project-queries'
import { discussionTitle, issuesTitle, missingIssue } from '@/lib/talk-heads.gen'
import { titles } from '@/lib/titles'
import { issueQueries } from './api'
import { issueHref, numberOf } from './model/address'
import { parseIssueSearch } from './search'

const MAX_DESCRIPTION = 150

/** Starts the queries of the list. */
export async function loadIssues(client: QueryClient, name: string, search: Record<string, unknown>): Promise<void> {
  const project = await loadProject(client, name).catch(() => undefined)
  if (!project) return
  await Promise.all([
    client.prefetchQuery(issueQueries.board(project.id)),
    client.prefetchQuery(issueQueries.list(project.id, parseIssueSearch(search))),
  ])
}

/** Loads the issue that an address names by its number, with a page of its comments; one named by its id is redirected. */
export async function loadIssue(client: QueryClient, name: string, part: string, page: number): Promise<void> {
  const project = await loadProject(client, name).catch(() => undefined)
  if (!project) return
  const number = numberOf(part)
  if (number === undefined) {
    const issue = await client.ensureQueryData(issueQueries.one(part)).catch(missing(missingIssue))
    throw redirect({ href: issueHref(issue.project ?? project, issue.number, page), replace: true, statusCode: 301 })
  }
  const id = await client.ensureQueryData(issueQueries.numbered(project.id, number)).catch(missing(missingIssue))
  await Promise.all([
    client.ensureQueryData(issueQueries.comments(id, page)).catch(() => undefined), // the screen tells it
    client.prefetchQuery(issueQueries.board(project.id)),
  ])
}

const projectOf = (client: QueryClient, name: string) =>
  client.getQueryData(projectQueries.detail(client.getQueryData(projectQueries.named(name).queryKey) ?? '').queryKey)

/** The head of the list, or of one issue. Search engines see those of public projects, and no hidden ones. */
export function issuesHead(client: QueryClient, name: string, part?: string): Head | undefined {
  const project = projectOf(client, name)
  if (!project) return undefined
  const place = { place: titles(project).title, brand: brandName() }
  const noindex = project.status !== 'approved' && project.status !== 'archived'
  if (part === undefined) return { title: discussionTitle({ title: issuesTitle, ...place }), noindex }
  const id = client.getQueryData(issueQueries.numbered(project.id, numberOf(part) ?? 0).queryKey)
  const issue = id === undefined ? undefined : client.getQueryData(issueQueries.one(id).queryKey)
  if (!issue) return { title: missingIssue, noindex: true }
  const text = plainText(issue.body ?? '')
  return {
    title: discussionTitle({ title: issue.title, ...place }),
    description: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text || undefined,
    noindex: noindex || issue.hidden,
  }
}
