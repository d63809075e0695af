import { createFileRoute } from '@tanstack/react-router'
import { boardHead, loadBoard } from '@/features/discussion/board'
import { BoardScreen } from '@/features/discussion/components/board-screen'
import { pageOfSearch } from '@/features/discussion/model/floors'
import type { Headed } from '@/lib/head'

export const Route = createFileRoute('/$type/$id/forum')({
  // The page reads it, so that the first script does not.
  validateSearch: ({ page }: { page?: unknown }): { page?: unknown } => ({ page }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { client }, params: { id }, deps }) => {
    await loadBoard(client, id, pageOfSearch(deps))
    return { head: () => boardHead(client, id) } satisfies Headed
  },
  component: Board,
})

function Board() {
  const { id } = Route.useParams()
  return <BoardScreen id={id} page={pageOfSearch(Route.useSearch())} />
}
