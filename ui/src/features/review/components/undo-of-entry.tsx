import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/lib/live'
import { reviewQueries } from '../api'
import { undoTopics } from '../undo-api'
import { UndoPart } from './undo-part'

/** The undo of a decision that another page shows by its event; nothing once it is not the newest. */
export default function UndoOfEntry({ project, decision }: { project: string; decision: string }) {
  useLive(undoTopics)
  const { data } = useQuery(reviewQueries.history({ id: project, status: 'approved' }))
  return data?.undo?.decision === decision ? <UndoPart project={project} undo={data.undo} /> : null
}
