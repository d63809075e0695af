import { useQuery } from '@tanstack/react-query'
import { CircleDot, ExternalLink, Settings } from 'lucide-react'
import { UnverifiedNote, useWriting } from '@/components/layout/begin-writing'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Empty, ErrorCard, Note } from '@/components/ui/feedback'
import { OutsideLink } from '@/components/ui/outside-link'
import { WatchButton } from '@/features/watch'
import type { ProjectPage } from '@/lib/api/types'
import { issueListText as t } from '@/lib/i18n/zh-Hans/issue'
import { hrefOf } from '@/lib/address'
import { projectParams, signIn } from '@/lib/links'
import { useProject } from '@/lib/project-inside'
import { readyLazy } from '@/lib/ready-lazy'
import { useSession } from '@/lib/session'
import { viewerOf } from '@/lib/viewer'
import { issueQueries, type Board } from '../api'
import { issueParams } from '../model/address'
import { modeOf, showsList, standingOf } from '../model/standing'
import type { IssueSearch } from '../search'
import { IssueList, IssueBones } from './issue-list'
import ui from '@/components/ui/ui.module.css'
import css from './issues.module.css'

const Composer = readyLazy(() => import('./composer'))

type ScreenProps = { id: string; search: IssueSearch }

/** The issues of a project. */
export function IssuesScreen({ id, search }: ScreenProps) {
  const project = useProject(id)
  return project ? <ProjectIssues key={project.id} project={project} search={search} /> : null
}

function ProjectIssues({ project, search }: { project: ProjectPage; search: IssueSearch }) {
  const { data: board, error, refetch } = useQuery(issueQueries.board(project.id))
  const user = useSession()
  if (!board) return error ? <ErrorCard error={error} onRetry={() => void refetch()} /> : <IssueBones />
  const { inside } = viewerOf(project, user)
  return (
    <div className={ui.pile}>
      <Head project={project} board={board} inside={inside} />
      {showsList(board, inside) ? <IssueList project={project} board={board} search={search} /> : null}
    </div>
  )
}

type HeadProps = { project: ProjectPage; board: Board; inside: boolean }

/** What the page is, where else issues go, and the way to a new one. */
function Head({ project, board, inside }: HeadProps) {
  const user = useSession()
  const standing = standingOf(board, project, user)
  const { button, composer } = useWriting({
    standing,
    preload: Composer.preload,
    signIn: signIn(hrefOf({ to: '/$type/$id/issues/{-$issue}', params: issueParams(project) })),
    words: t,
  })
  return (
    <>
      <div className={css.head}>
        <h2>{t.title}</h2>
        <span className={ui.small}>{t.lead}</span>
        <span className={css.end}>
          <WatchButton kind="board" id={project.id} />
          {board.settings ? (
            <PathLink className={buttonClass()} to="/$type/$id/settings/issues" params={projectParams(project)}>
              <Settings className={ui.icon} aria-hidden />
              {t.settings}
            </PathLink>
          ) : null}
          {button}
        </span>
      </div>
      <Where project={project} board={board} inside={inside} />
      {standing === 'unverified' ? (
        <UnverifiedNote words={t} />
      ) : standing === 'refused' && user && board.why && modeOf(board) !== 'closed' && project.status !== 'archived' ? (
        <Note>{board.why}</Note>
      ) : null}
      {composer((close) => (
        <Composer project={project} board={board} onClose={close} />
      ))}
    </>
  )
}

/** Where else issues go, and whether any come in here. */
function Where({ project, board, inside }: HeadProps) {
  const mode = modeOf(board)
  const some = board.open + board.closed > 0
  const link = board.issues_url ? (
    <OutsideLink newTab className={buttonClass({ size: 'sm' })} href={board.issues_url}>
      <ExternalLink className={ui.icon14} aria-hidden />
      {t.to}
    </OutsideLink>
  ) : null
  if (mode === 'closed')
    return inside || board.member ? (
      <Note tone="warn">{t.closedNote}</Note>
    ) : (
      <section className={ui.card}>
        <Empty level={3} icon={CircleDot} title={t.closedTitle} hint={t.closedHint} />
      </section>
    )
  return (
    <>
      {project.status === 'archived' ? <Note tone="warn">{t.archived}</Note> : null}
      {mode === 'elsewhere' && !link ? (
        some ? (
          <Note>{t.notOpen}</Note>
        ) : null
      ) : mode === 'elsewhere' ? (
        <Note actions={link}>
          <p>{t.elsewhere}</p>
          {some ? <p className={ui.small}>{t.elsewhereHint}</p> : null}
        </Note>
      ) : mode === 'both' && link ? (
        <Note actions={link}>{t.both}</Note>
      ) : null}
    </>
  )
}
