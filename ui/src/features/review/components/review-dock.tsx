import { useRouter, useRouterState } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ProjectPage } from '@/lib/api/types'
import { reviewPanelText as t } from '@/lib/i18n/zh-Hans/review-panel'
import { one } from '@/lib/url-search'
import { focusOn } from '../use-heir'
import { DecisionPanel } from './decision-panel'
import ui from '@/components/ui/ui.module.css'
import css from './review-dock.module.css'

function asksForReview(location: { search: object; state: object }): boolean {
  const search = location.search as { review?: unknown }
  const state = location.state as { showChecklist?: unknown }
  return one(search.review) === '1' || state.showChecklist === true
}

/**
 * The decision panel, once its address asked for it: it stays while the moderator looks through the project's tabs. Without it
 * a waiting project has a button that opens it.
 */
export default function ReviewDock({ project }: { project: ProjectPage }) {
  const router = useRouter()
  const asked = useRouterState({ select: (state) => asksForReview(state.location) })
  const [opened, setOpened] = useState<string>()
  const { id } = project
  useEffect(() => {
    if (asked) setOpened(id)
  }, [asked, id])
  if (!asked && opened !== id) {
    if (project.status !== 'processing') return null
    return (
      <div className={css.open}>
        <Button onClick={() => setOpened(id)}>
          <ShieldCheck className={ui.icon} aria-hidden />
          {t.open}
        </Button>
      </div>
    )
  }
  const close = () => {
    setOpened(undefined)
    focusOn(document.querySelector<HTMLElement>('main h1'))
    if (!asked) return
    void router.navigate({ to: '.', search: (search) => ({ ...search, review: undefined }), replace: true, resetScroll: false })
  }
  return <DecisionPanel key={id} project={project} onClose={close} />
}
