import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import ui from '@/components/ui/ui.module.css'

/** After a navigation: announces the title to screen readers and moves the focus to the page's heading. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let first = true
    return router.subscribe('onRendered', ({ pathChanged }) => {
      if (first || !pathChanged) {
        first = false
        return
      }
      const heading = document.querySelector<HTMLElement>('main h1')
      // A field that has taken the focus itself keeps it.
      if (document.activeElement === document.body || document.activeElement instanceof HTMLAnchorElement) {
        heading?.setAttribute('tabindex', '-1')
        heading?.focus({ preventScroll: true })
      }
      setTitle(document.title)
    })
  }, [router])
  return (
    <p className={ui.visuallyHidden} role="status" aria-live="polite">
      {title}
    </p>
  )
}
