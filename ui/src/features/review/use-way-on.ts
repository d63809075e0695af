import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProjectPage } from '@/lib/api/types'
import { reviewQueries } from './api'
import { nextInQueue, reviewAddress, runOf, skippedOf } from './model/queue'
import { followingQuery } from './run-api'

/** The way to the next project: through a run as it was begun, otherwise through the queue, each skipped one once. */
export function useWayOn(project: ProjectPage, queued: string | null | undefined) {
  const router = useRouter()
  const client = useQueryClient()
  const state = useRouterState({ select: (one) => one.location.state })
  // As it was when the panel opened: walking through the tabs forgets the state of the address.
  const [rest] = useState(() => runOf(state))
  const [skipped] = useState(() => skippedOf(state))
  const current = { id: project.id, queued: queued === undefined ? project.queued : queued }
  const line = useQuery(reviewQueries.line())
  const free = useQuery(reviewQueries.free({}))
  const following = useQuery({ ...followingQuery(rest ?? []), enabled: rest !== undefined })
  const waiting = line.data ? nextInQueue(line.data.projects, current, skipped) : undefined
  const others = free.data?.ids.filter((id) => id !== project.id)
  const toQueue = () => void router.navigate({ to: '/moderation/review' })
  const inRun = async (ids: readonly string[]) => {
    const next = await client.fetchQuery({ ...followingQuery(ids), staleTime: 0 })
    if (next) void router.navigate({ ...reviewAddress(next.project), state: { showChecklist: true, projects: next.rest } })
    else toQueue()
  }
  const inQueue = async (passed: string[]) => {
    const { projects } = await client.fetchQuery({ ...reviewQueries.line(), staleTime: 0 })
    const next = nextInQueue(projects, current, passed)
    if (next) void router.navigate({ ...reviewAddress(next), state: { skipped: passed } })
    else toQueue()
  }
  return {
    toQueue,
    /** How many more can be decided: of the run, or of the queue. Undefined while unknown. */
    left: others && (rest ? rest.filter((id) => others.includes(id)).length : others.length),
    /** The title of the next project, if it is known. */
    next: rest ? following.data?.project.title : waiting?.name,
    more: rest ? following.data !== null && rest.length > 0 : waiting !== undefined,
    /** Goes on; a project that is skipped does not come again on this way. */
    go: (skip: boolean) => {
      const way = rest ? inRun(rest) : inQueue(skip ? [...skipped, project.id] : skipped)
      way.catch(toQueue)
    },
  }
}
