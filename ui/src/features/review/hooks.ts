import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '@/lib/live/refresh'
import { projectTopic } from '@/lib/live/topics'
import type { ProjectPage } from '@/lib/api/types'
import { reviewQueries } from './api'

const TICK_MS = 15_000

/** The time, often enough for texts that count minutes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A project's review, kept up to date; what it tells of the status reaches the rest of the page. */
export function useHistory(project: Pick<ProjectPage, 'id' | 'status'>) {
  const client = useQueryClient()
  const history = useQuery(reviewQueries.history(project))
  const told = history.data?.entries.at(-1)?.to
  const { id, status } = project
  // Once an answer, so that a page that was read too early is read again with the next.
  const answered = history.dataUpdatedAt
  useEffect(() => {
    if (told && told !== status) void refresh(client, projectTopic(id))
  }, [id, told, status, answered, client])
  return history
}
