import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '@/lib/live/refresh'
import { projectTopic } from '@/lib/live/topics'
import type { ProjectPage } from '@/lib/api/types'
import { reviewQueries } from './api'

const TICK_MS = 15_000

/** The current time, updated often enough for texts in minutes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A project's review, kept current; its status is written to the cached project. */
export function useHistory(project: Pick<ProjectPage, 'id' | 'status'>) {
  const client = useQueryClient()
  const history = useQuery(reviewQueries.history(project))
  const reviewed = history.data?.entries.at(-1)?.to
  const { id, status } = project
  // Once for each answer, so that a stale page is refetched after the next one.
  const answered = history.dataUpdatedAt
  useEffect(() => {
    if (reviewed && reviewed !== status) void refresh(client, projectTopic(id))
  }, [id, reviewed, status, answered, client])
  return history
}
