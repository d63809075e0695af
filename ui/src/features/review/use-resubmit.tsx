import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ProjectPage } from '@/lib/api/types'
import { readDraft } from '@/lib/drafts'
import { reviewQueries } from './api'
import { changesQuery } from './changes-api'
import { mendingOf } from './model/mend'
import { useSession } from '@/lib/session'

const ResubmitDialog = lazy(() => import('./components/resubmit-dialog'))

/**
 * Asks before a refused project is submitted again as it was: nothing is changed since its last submission, and no point is
 * ticked off. Where that cannot be read, it is submitted.
 */
export function useResubmit(project: Pick<ProjectPage, 'id' | 'status'>, submit: () => void): { press: () => void; dialog: ReactNode } {
  const client = useQueryClient()
  const me = useSession()?.id
  const [asking, setAsking] = useState(false)
  const [reading, setReading] = useState(false)
  const untouched = async (): Promise<boolean> => {
    if (project.status !== 'rejected' && project.status !== 'withheld') return false
    const entries = client.getQueryData(reviewQueries.history(project).queryKey)?.entries ?? []
    const mending = mendingOf(entries)
    const ticks = me && mending ? readDraft(me, `mend.${project.id}.${mending.position}`)?.value : undefined
    if (Array.isArray(ticks) && ticks.length > 0) return false
    const { from, fields, pictures, total } = await client.fetchQuery(changesQuery(project.id))
    return from !== null && pictures.length + total + fields.filter(({ field }) => field !== 'status').length === 0
  }
  const press = () => {
    if (reading) return
    setReading(true)
    untouched()
      .then((same) => (same ? setAsking(true) : submit()), submit)
      .finally(() => setReading(false))
  }
  const dialog = asking ? (
    <Suspense>
      <ResubmitDialog
        onClose={() => setAsking(false)}
        onSure={() => {
          setAsking(false)
          submit()
        }}
      />
    </Suspense>
  ) : null
  return { press, dialog }
}
