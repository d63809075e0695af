import type { QueryClient } from '@tanstack/react-query'
import type { ProjectPage } from '@/lib/api/types'
import { brandName } from '@/lib/brand'
import type { Head } from '@/lib/head'
import { loadProject, projectQueries } from '@/lib/project-queries'
import { boardTitle, discussionTitle } from '@/lib/talk-heads.gen'
import { titles } from '@/lib/titles'
import { boardQueries, discussionQueries } from './api'
import { discussionHead } from './model/head'

/** Loads a page of the board of a project, so that the first frame shows it. What fails is told by the screen. */
export async function loadBoard(client: QueryClient, name: string, page: number): Promise<void> {
  const project = await loadProject(client, name).catch(() => undefined)
  if (!project) return
  const board = await client.ensureQueryData(boardQueries.of(project.id)).catch(() => undefined)
  if (!board?.discussion) return
  await Promise.all([
    client.ensureQueryData(discussionQueries.one(board.discussion)),
    client.ensureQueryData(discussionQueries.posts(board.discussion, page)),
  ]).catch(() => undefined)
}

/** The title of a project's discussion on its board: most are called like the project, which the page names already. */
export const titleOnBoard = (project: ProjectPage, title: string): string =>
  [project.title, titles(project).title].includes(title) ? boardTitle : title

/** The head of a board; search engines see those of public projects that have a discussion. */
export function boardHead(client: QueryClient, name: string): Head | undefined {
  const id = client.getQueryData(projectQueries.named(name).queryKey) ?? ''
  const project = client.getQueryData(projectQueries.detail(id).queryKey)
  if (!project) return undefined
  const of = client.getQueryData(boardQueries.of(id).queryKey)?.discussion
  const discussion = of ? client.getQueryData(discussionQueries.one(of).queryKey) : undefined
  const own = discussionHead(discussion)
  return {
    title: discussionTitle({
      title: discussion ? titleOnBoard(project, discussion.title) : boardTitle,
      place: titles(project).title,
      brand: brandName(),
    }),
    description: own?.description,
    noindex: !own || own.noindex === true || (project.status !== 'approved' && project.status !== 'archived'),
  }
}
