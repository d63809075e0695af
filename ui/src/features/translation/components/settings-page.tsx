import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Forbidden } from '@/components/ui/feedback'
import { hrefOf } from '@/lib/address'
import type { ProjectPage } from '@/lib/api/types'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { useLive } from '@/lib/live'
import { projectTopic } from '@/lib/live/topics'
import { projectParams } from '@/lib/links'
import { hasBit, rightsOf } from '@/lib/permissions'
import { UPLOAD_VERSION } from '@/lib/permission-bits'
import { useSession } from '@/lib/session'
import { sideOf, translationQueries } from '../api'
import type { TranslationSearch } from '../search'
import { AddDialog } from './add-dialog'
import { LinkList } from './link-list'
import ui from '@/components/ui/ui.module.css'
import css from './translation.module.css'

type PageProps = { project: ProjectPage; search: TranslationSearch }

/** The translations of a project; for a language pack, what it translates. */
export function SettingsPage(props: PageProps) {
  const user = useSession()
  if (!hasBit(rightsOf(props.project, user), Math.log2(UPLOAD_VERSION))) return <Forbidden text={t.forbidden} />
  return <Translations {...props} />
}

function Translations({ project, search }: PageProps) {
  const [topics] = useState(() => [projectTopic(project.id)])
  useLive(topics)
  const [adding, setAdding] = useState(false)
  const side = sideOf(project)
  const query = useQuery(translationQueries.ofProject(project.id, side, search))
  return (
    <>
      <header className={css.title}>
        <div>
          <h2>{t[side]}</h2>
          <p className={ui.small}>{side === 'outgoing' ? t.outgoingLead : t.incomingLead}</p>
        </div>
        {side === 'outgoing' ? (
          <Button kind="primary" size="sm" onClick={() => setAdding(true)}>
            <Plus className={ui.icon} aria-hidden />
            {t.add}
          </Button>
        ) : null}
      </header>
      <LinkList
        side={side}
        label={t[side]}
        query={query}
        search={search}
        href={(other) => hrefOf({ to: '/$type/$id/settings/translations', params: projectParams(project), search: other })}
      />
      {adding ? <AddDialog project={project.id} onClose={() => setAdding(false)} /> : null}
    </>
  )
}
