import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { pageOfSearch } from '@/features/discussion'
import { IssuesScreen } from '@/features/issues'
import { loadIssue, loadIssues, issuesHead } from '@/features/issues/load'
import { parseIssueSearch, type IssueSearch } from '@/features/issues/search'
import type { Headed } from '@/lib/head'

/** One route for the list and for an issue, because the first script names every route. */
export const Route = createFileRoute('/$type/$id/issues/{-$issue}')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: IssueSearch) => search,
  // Without loaderDeps: the list keeps its rows while a changed filter loads.
  loader: async ({ context: { client }, params: { id, issue }, location }): Promise<Headed> => {
    const { search } = location
    await (issue === undefined ? loadIssues(client, id, search) : loadIssue(client, id, issue, pageOfSearch(search)))
    return { head: () => issuesHead(client, id, issue) }
  },
  component: Page,
})

const IssueScreen = lazy(() => import('@/features/issues/components/issue-screen').then((module) => ({ default: module.IssueScreen })))

function Page() {
  const { id, issue } = Route.useParams()
  const search = Route.useSearch()
  if (issue === undefined) return <IssuesScreen id={id} search={parseIssueSearch(search)} />
  return (
    <Suspense>
      <IssueScreen key={issue} id={id} part={issue} page={pageOfSearch(search)} />
    </Suspense>
  )
}
