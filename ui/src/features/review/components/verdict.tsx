import { useQuery } from '@tanstack/react-query'
import type { ProjectPage } from '@/lib/api/types'
import { reviewQueries } from '../api'
import { refusalOf } from '../model/mend'
import { Grounds } from './grounds'
import css from './grounds.module.css'

/** Why a project was refused, in full, for its members. */
export default function Verdict({ project }: { project: Pick<ProjectPage, 'id' | 'status'> }) {
  const entries = useQuery(reviewQueries.history(project)).data?.entries
  const refusal = entries && refusalOf(entries)
  if (!refusal) return null
  return (
    <div className={css.root}>
      <Grounds entry={refusal} />
    </div>
  )
}
