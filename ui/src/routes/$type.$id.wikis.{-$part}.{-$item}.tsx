import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { WikiHome } from '@/features/wiki/components/reader-screen'
import { SubmissionBones } from '@/features/wiki/components/submission-bones'
import { isWork, loadHome, partHead, wikiHead } from '@/features/wiki/load'
import { parseWikiSearch, type GivenSearch } from '@/features/wiki/search'
import type { Headed } from '@/lib/head'
import { missingType } from '@/lib/heads.gen'
import { requireSession } from '@/lib/require-session'

/** One route for the home page of a wiki and the pages of work on it, because the first script names every route. */
export const Route = createFileRoute('/$type/$id/wikis/{-$part}/{-$item}')({
  validateSearch: (search: GivenSearch) => search,
  loader: async ({ context, params: { id, part }, location }): Promise<Headed> => {
    const { client } = context
    if (isWork(part)) await requireSession({ context, location })
    if (part === undefined) await loadHome(client, id)
    return { head: () => (part === undefined ? wikiHead(client, id) : partHead(client, id, part)) }
  },
  component: Wiki,
})

const EditorScreen = lazy(() => import('@/features/wiki/components/editor-screen').then((module) => ({ default: module.EditorScreen })))
const PreviewScreen = lazy(() => import('@/features/wiki/components/preview-screen').then((module) => ({ default: module.PreviewScreen })))
const ReviewScreen = lazy(() => import('@/features/wiki/components/review-screen').then((module) => ({ default: module.ReviewScreen })))
const HistoryScreen = lazy(() =>
  import('@/features/wiki/components/history-screen').then((module) => ({ default: module.WikiHistoryScreen })),
)
const ChangeScreen = lazy(() => import('@/features/wiki/components/change-screen').then((module) => ({ default: module.ChangeScreen })))

function Wiki() {
  const { id, part, item } = Route.useParams()
  const search = parseWikiSearch(Route.useSearch())
  if (part === undefined) return <WikiHome id={id} />
  const screen =
    part === 'history' ? (
      item ? (
        <ChangeScreen key={item} id={id} change={item} />
      ) : (
        <HistoryScreen id={id} search={search} />
      )
    ) : part === 'review' && item ? (
      <ReviewScreen key={item} id={id} draft={item} />
    ) : part === 'edit' && !item ? (
      <EditorScreen id={id} search={search} />
    ) : part === 'preview' && !item ? (
      <PreviewScreen id={id} />
    ) : undefined
  if (!screen) throw notFound({ data: missingType })
  return <Suspense fallback={<SubmissionBones />}>{screen}</Suspense>
}
