import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ProjectPage } from '@/lib/api/types'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import type { Wiki } from '../api'

const BeginPage = lazy(() => import('./begin-page'))

/** Opens the dialog for a new page; without a draft, one is begun first. */
export function NewPage({ project, wiki, primary = false }: { project: ProjectPage; wiki: Wiki; primary?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind={primary ? 'primary' : 'plain'} size={primary ? 'md' : 'sm'} onClick={() => setOpen(true)}>
        {t.newPage}
      </Button>
      {open ? (
        <Suspense>
          <BeginPage project={project} draft={wiki.standing.draft?.id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
