import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ProjectPage } from '@/lib/api/types'
import { one } from '@/lib/url-search'
import { DecisionPanel } from './decision-panel'

function asksForReview(location: { search: object; state: object }): boolean {
  const search = location.search as { review?: unknown }
  const state = location.state as { showChecklist?: unknown }
  return one(search.review) === '1' || state.showChecklist === true
}

/** The decision panel, once its address asked for it: it stays while the moderator looks through the project's tabs. */
export default function ReviewDock({ project }: { project: ProjectPage }) {
  const router = useRouter()
  const asked = useRouterState({ select: (state) => asksForReview(state.location) })
  const [opened, setOpened] = useState<string>()
  const { id } = project
  useEffect(() => {
    if (asked) setOpened(id)
  }, [asked, id])
  if (!asked && opened !== id) return null
  const close = () => {
    setOpened(undefined)
    if (!asked) return
    void router.navigate({ to: '.', search: (search) => ({ ...search, review: undefined }), replace: true, resetScroll: false })
  }
  return <DecisionPanel key={id} project={project} onClose={close} />
}
