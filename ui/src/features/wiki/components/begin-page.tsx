import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { wikiQueries } from '../api'
import { useBeginDraft } from '../commands'
import { wikiOf } from '../links'
import { NewPageDialog } from './new-page-dialog'
import ui from '@/components/ui/ui.module.css'

type BeginPageProps = { project: ProjectPage; draft: string | undefined; onClose: () => void }

/** The dialog for a new page beside a page that is read: it begins a draft where there is none. */
export default function BeginPage({ project, draft: known, onClose }: BeginPageProps) {
  const router = useRouter()
  const begin = useBeginDraft(project.id)
  const id = known ?? begin.data?.id
  const draft = useQuery({ ...wikiQueries.draft(project.id, id ?? ''), enabled: id !== undefined })
  const start = useEffectEvent(() => {
    if (known === undefined && begin.isIdle) begin.mutate(undefined, { onError: onClose })
  })
  useEffect(() => start(), [])
  if (draft.data)
    return (
      <NewPageDialog
        project={project}
        draft={draft.data}
        onClose={onClose}
        onCreated={(page) => void router.navigate({ ...wikiOf(project, 'edit'), search: { page: page.id } })}
      />
    )
  return (
    <Dialog open onOpenChange={onClose} title={t.create.title}>
      {draft.isError ? (
        <ErrorCard error={draft.error} onRetry={() => void draft.refetch()} />
      ) : (
        <Loading className={ui.pile}>
          <Bone h={56} />
          <Bone h={56} />
          <Bone h={56} />
        </Loading>
      )}
    </Dialog>
  )
}
