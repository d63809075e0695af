import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { useProject } from '@/lib/project-inside'
import { wikiQueries, type Wiki } from '../api'
import { useBeginDraft } from '../commands'
import type { WikiSearch } from '../search'
import { wikiOf } from '../links'
import { Editor } from './editor'
import { StateCard } from './state-card'
import ui from '@/components/ui/ui.module.css'
import css from './editor.module.css'

/** The editor of one's own draft, or why there is none to edit. */
export function EditorScreen({ id, search }: { id: string; search: WikiSearch }) {
  const project = useProject(id)
  const wiki = useQuery({ ...wikiQueries.wiki(project?.id ?? ''), enabled: project !== undefined })
  if (!project) return null
  if (!wiki.data && wiki.isError) return <ErrorCard error={wiki.error} onRetry={() => void wiki.refetch()} />
  if (!wiki.data) return <EditorBones />
  const { draft } = wiki.data.standing
  if (draft?.status !== 'draft') return <NoDraft project={project} wiki={wiki.data} page={search.page} />
  return <DraftOf key={draft.id} project={project} wiki={wiki.data} id={draft.id} search={search} />
}

function DraftOf({ project, wiki, id, search }: { project: ProjectPage; wiki: Wiki; id: string; search: WikiSearch }) {
  const draft = useQuery(wikiQueries.draft(project.id, id))
  if (draft.data) return <Editor project={project} wiki={wiki} draft={draft.data} search={search} />
  return draft.isError ? <ErrorCard error={draft.error} onRetry={() => void draft.refetch()} /> : <EditorBones />
}

function NoDraft({ project, wiki, page }: { project: ProjectPage; wiki: Wiki; page: string | undefined }) {
  const { draft, may_draft: may } = wiki.standing
  const begin = useBeginDraft(project.id)
  return (
    <div className={css.noDraft}>
      <section className={ui.card} aria-label={t.title}>
        <Empty level={2} icon={Pencil} title={draft ? t.notEditable : t.noDraft} hint={draft ? undefined : t.noDraftHint}>
          {may && !draft ? (
            <Button kind="primary" loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
              {wikiText.state.begin}
            </Button>
          ) : null}
          <PathLink className={buttonClass()} {...wikiOf(project)}>
            {wikiText.toHome}
          </PathLink>
        </Empty>
      </section>
      <StateCard project={project} wiki={wiki} current={page} />
    </div>
  )
}

function EditorBones() {
  return (
    <div className={css.root}>
      {[6, 12, 4].map((lines) => (
        <Loading key={lines} className={cn(ui.card, ui.cardPad, ui.pile)}>
          {Array.from({ length: lines }, (_, line) => (
            <Bone key={line} w={`${90 - ((line * 23) % 50)}%`} h={14} />
          ))}
        </Loading>
      ))}
    </div>
  )
}
