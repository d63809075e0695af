import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { wikiBody } from '@/lib/limits.gen'
import { pictureUpload } from '@/lib/picture-upload'
import { wikiQueries, type Draft, type DraftPage, type DraftText } from '../api'
import { useAutosave } from '../use-autosave'
import { PageProperties } from './page-properties'
import { SaveClash } from './save-clash'
import { SaveLine } from './save-line'
import ui from '@/components/ui/ui.module.css'
import css from './editor.module.css'

type PageEditorProps = {
  project: ProjectPage
  draft: Draft
  page: DraftPage
  /** Writes the open text and properties into the draft, for whoever leads elsewhere; false where properties are refused. */
  flush: RefObject<() => Promise<boolean>>
  onGone: () => void
}

/** One page of a draft: its text and its properties. */
export function PageEditor(props: PageEditorProps) {
  const { project, draft, page } = props
  const text = useQuery(wikiQueries.text(project.id, draft.id, page.id))
  if (text.isError) return <ErrorCard error={text.error} onRetry={() => void text.refetch()} />
  if (!text.data)
    return (
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone w="40%" h={24} />
        <Bone h={420} />
      </Loading>
    )
  return <Opened {...props} text={text.data} />
}

function Opened({ project, draft, page, flush, onGone, text }: PageEditorProps & { text: DraftText }) {
  const save = useAutosave({ project: project.id, draft: draft.id, page: page.id }, text)
  const { saving } = save
  const own = save.flush
  const properties = useRef(() => Promise.resolve(true))
  useEffect(() => {
    flush.current = async () => {
      await own()
      return properties.current()
    }
    return () => {
      flush.current = () => Promise.resolve(true)
    }
  }, [flush, own])
  return (
    <>
      <section className={ui.card} aria-labelledby="wiki-edit-title">
        <div className={css.head}>
          <h2 id="wiki-edit-title">{page.title}</h2>
          <SaveLine saving={saving} onRetry={save.retry} />
        </div>
        {save.restored ? <Note className={ui.around16}>{t.save.restored}</Note> : null}
        {saving.theirs ? <SaveClash mine={saving.text} theirs={saving.theirs} onChoose={save.choose} /> : null}
        <div hidden={saving.theirs !== undefined}>
          <MarkdownEditor
            label={t.body}
            value={saving.text}
            onValue={save.type}
            onImageUpload={pictureUpload({ context: 'wiki', project_id: project.id })}
            maxLength={wikiBody}
            rows={20}
            splits
            placeholder={t.bodyHint}
          />
        </div>
      </section>
      <PageProperties project={project} draft={draft} page={page} save={properties} onGone={onGone} />
    </>
  )
}
