import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FilePlus, FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { wikiText } from '@/lib/i18n/zh-Hans/wiki'
import { wikiEditText as t } from '@/lib/i18n/zh-Hans/wiki-edit'
import { toast } from '@/stores/toasts'
import type { Draft, Wiki } from '../api'
import { useRebase } from '../commands'
import type { WikiSearch } from '../search'
import { wikiOf } from '../links'
import { DraftCard } from './draft-card'
import { EditorTree } from './editor-tree'
import { Folded } from './folded'
import { NewPageDialog } from './new-page-dialog'
import { PageEditor } from './page-editor'
import ui from '@/components/ui/ui.module.css'
import css from './editor.module.css'

type EditorProps = { project: ProjectPage; wiki: Wiki; draft: Draft; search: WikiSearch }

/** The tree of a draft, one of its pages, and the draft itself. */
export function Editor({ project, wiki, draft, search }: EditorProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const rebase = useRebase(project.id, draft.id)
  const [creating, setCreating] = useState(search.create === true)
  const flush = useRef<() => Promise<boolean>>(() => Promise.resolve(true))
  const live = draft.tree.filter(({ removed }) => !removed)
  const first = live.find(({ id }) => id === draft.featured) ?? live[0]
  const chosen = search.page === undefined ? first : draft.tree.find(({ id }) => id === search.page)
  const pick = (page: string | undefined) =>
    void navigate({ ...wikiOf(project, 'edit'), search: page === undefined ? {} : { page }, resetScroll: false })
  const preview = async () => {
    if (await flush.current()) void navigate({ ...wikiOf(project, 'preview') })
  }
  const update = async () => {
    if (!(await flush.current())) return
    rebase.mutate(undefined, {
      onSuccess: (next) => {
        toast(t.card.rebased)
        client.removeQueries({ queryKey: ['wiki-text', project.id, draft.id] })
        if (next.conflicts > 0) void navigate({ ...wikiOf(project, 'preview') })
      },
    })
  }
  return (
    <div className={css.root}>
      <section className={ui.card} aria-label={t.treeLabel}>
        <Folded
          className={css.head}
          head={
            <>
              <h2>{t.treeLabel}</h2>
              <Button size="sm" onClick={() => setCreating(true)}>
                <FilePlus className={ui.icon} aria-hidden />
                {wikiText.newPage}
              </Button>
            </>
          }
        >
          {draft.tree.length > 0 ? (
            <EditorTree project={project} draft={draft} current={chosen?.id} />
          ) : (
            <p className={css.none}>{t.noPages}</p>
          )}
        </Folded>
      </section>
      <div className={ui.pile}>
        {chosen ? (
          <PageEditor
            key={`${draft.base}.${chosen.id}`}
            project={project}
            draft={draft}
            page={chosen}
            flush={flush}
            onGone={() => pick(undefined)}
          />
        ) : (
          <section className={ui.card}>
            {draft.tree.length === 0 ? (
              <Empty level={2} icon={FilePlus} title={t.noPages} hint={t.noPagesHint}>
                <Button kind="primary" onClick={() => setCreating(true)}>
                  {wikiText.newPage}
                </Button>
              </Empty>
            ) : (
              <Empty level={2} icon={FileText} title={search.page === undefined ? t.pick : t.gonePage} hint={t.pickHint} />
            )}
          </section>
        )}
      </div>
      <DraftCard
        project={project}
        draft={draft}
        reviews={wiki.standing.may_review}
        updating={rebase.isPending}
        onUpdate={() => void update()}
        onPreview={() => void preview()}
        onGivenUp={() => void navigate({ ...wikiOf(project) })}
      />
      {creating ? (
        <NewPageDialog
          project={project}
          draft={draft}
          parent={chosen?.parent}
          onClose={() => setCreating(false)}
          onCreated={(page) => {
            setCreating(false)
            pick(page.id)
          }}
        />
      ) : null}
    </div>
  )
}
