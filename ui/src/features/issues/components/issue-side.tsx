import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { SearchInput } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Pic } from '@/components/ui/pic'
import { Popover } from '@/components/ui/popover'
import type { ProjectPage } from '@/lib/api/types'
import { issueText as t } from '@/lib/i18n/zh-Hans/issue'
import { versionParams } from '@/lib/links'
import { versionQueries } from '@/lib/version-queries'
import { issueQueries, useChange, useFixedIn, type Board, type Issue } from '../api'
import { issueParams } from '../model/address'
import { LabelTag } from './issue-label'
import sideCss from '@/components/ui/side.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './issue.module.css'

/** The maximum number of labels of an issue, and of its assignees. */
const MOST = 10
const SHOWN_VERSIONS = 50

type SideProps = { project: ProjectPage; issue: Issue }

/** The details of an issue, which members change in place. */
export function IssueSide({ project, issue }: SideProps) {
  const board = useQuery(issueQueries.board(project.id)).data
  const manage = Boolean(issue.can?.manage) && board !== undefined
  return (
    <aside className={ui.card} aria-label={t.side}>
      <Part title={t.labels} edit={manage ? <LabelPicker issue={issue} board={board} /> : null}>
        {issue.labels.length > 0 ? (
          <p className={css.labels}>
            {issue.labels.map((label) => (
              <PathLink
                key={label.id}
                to="/$type/$id/issues/{-$issue}"
                params={issueParams(project)}
                search={{ state: 'all', label: [label.id] }}
              >
                <LabelTag label={label} />
              </PathLink>
            ))}
          </p>
        ) : (
          <p className={ui.small}>{t.noLabels}</p>
        )}
      </Part>
      <Part title={t.assignees} edit={manage ? <AssigneePicker issue={issue} board={board} /> : null}>
        {issue.assignees.length > 0 ? (
          <ul className={sideCss.people}>
            {issue.assignees.map((one) => (
              <li key={one.id}>
                <Pic src={one.avatar_url} id={one.id} name={one.username} size={24} round />
                <PathLink to="/user/$id/{-$kind}" params={{ id: one.username }} className={ui.clip}>
                  {one.username}
                </PathLink>
              </li>
            ))}
          </ul>
        ) : (
          <p className={ui.small}>{t.noAssignees}</p>
        )}
      </Part>
      <Part title={t.fixed} edit={null}>
        <FixedIn project={project} issue={issue} />
        {issue.can?.manage ? <FixPicker project={project} issue={issue} /> : null}
      </Part>
    </aside>
  )
}

function Part({ title, edit, children }: { title: string; edit: ReactNode; children: ReactNode }) {
  return (
    <section className={sideCss.section}>
      <header>
        <h2>{title}</h2>
        {edit ? <span className={sideCss.end}>{edit}</span> : null}
      </header>
      {children}
    </section>
  )
}

type PickerProps = { issue: Issue; board: Board }
type PickProps = {
  label: string
  chosen: readonly string[]
  empty: string
  items: readonly { id: string; name: string; shown: ReactNode }[]
}

/** A list of which several may be chosen; each choice takes effect at once, and is shown before it has. */
function Picker({ label, chosen, items, empty, onChosen, pending }: PickProps & { onChosen: (ids: string[]) => void; pending: boolean }) {
  const [words, setWords] = useState('')
  const found = items.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  const full = chosen.length >= MOST
  return (
    <Popover
      align="end"
      label={label}
      trigger={
        <IconButton label={label} size="xs" kind="quiet">
          <Pencil className={ui.icon14} aria-hidden />
        </IconButton>
      }
    >
      {items.length > 8 ? (
        <SearchInput size="sm" value={words} onValue={setWords} label={t.searchLabels} placeholder={t.searchLabels} />
      ) : null}
      <ul className={css.picks} aria-busy={pending || undefined}>
        {found.map(({ id, shown }) => {
          const on = chosen.includes(id)
          return (
            <li key={id}>
              <Checkbox
                checked={on}
                disabled={pending || (full && !on)}
                onChange={() => onChosen(on ? chosen.filter((one) => one !== id) : [...chosen, id])}
              >
                {shown}
              </Checkbox>
            </li>
          )
        })}
      </ul>
      {found.length === 0 ? <p className={ui.small}>{empty}</p> : null}
      {full ? <p className={ui.small}>{t.mostChosen(MOST)}</p> : null}
    </Popover>
  )
}

function LabelPicker({ issue, board }: PickerProps) {
  const change = useChange(issue.id)
  return (
    <Picker
      label={t.editLabels}
      empty={t.noSuchLabel}
      pending={change.isPending}
      chosen={(change.isPending ? change.variables.labels : undefined) ?? issue.labels.map(({ id }) => id)}
      items={board.labels.map((label) => ({ id: label.id, name: label.name, shown: <LabelTag label={label} /> }))}
      onChosen={(labels) => change.mutate({ labels })}
    />
  )
}

function AssigneePicker({ issue, board }: PickerProps) {
  const change = useChange(issue.id)
  // Somebody who is assigned and has left the project can still be taken off.
  const left = issue.assignees.filter(({ id }) => !board.assignables.some((one) => one.id === id))
  return (
    <Picker
      label={t.editAssignees}
      empty={t.noMembers}
      pending={change.isPending}
      chosen={(change.isPending ? change.variables.assignees : undefined) ?? issue.assignees.map(({ id }) => id)}
      items={[...board.assignables, ...left].map(({ id, username, avatar_url: avatar }) => ({
        id,
        name: username,
        shown: (
          <span className={css.person}>
            <Pic src={avatar} id={id} name={username} size={24} round />
            {username}
          </span>
        ),
      }))}
      onChosen={(assignees) => change.mutate({ assignees })}
    />
  )
}

function FixedIn({ project, issue: { fixed_in: fix } }: SideProps) {
  if (!fix) return <p className={ui.small}>{t.notFixed}</p>
  return (
    <>
      {fix.version_number ? (
        <p>
          <PathLink className={ui.link} to="/$type/$id/version/$version" params={versionParams(project, fix.version_id)}>
            {fix.version_number}
          </PathLink>
        </p>
      ) : (
        <p className={ui.small}>{t.hiddenVersion}</p>
      )}
      {fix.published ? null : <p className={ui.small}>{t.unpublished}</p>}
    </>
  )
}

function FixPicker({ project, issue }: SideProps) {
  const fixed = useFixedIn(issue.id)
  const versions = useQuery(versionQueries.versions(project.id, { limit: SHOWN_VERSIONS })).data?.versions ?? []
  const now = issue.fixed_in
  const options = versions.map((one) => ({ value: one.id, label: one.version_number }))
  const known = !now || options.some(({ value }) => value === now.version_id)
  return (
    <NativeSelect
      size="sm"
      className={ui.above8}
      label={t.pickVersion}
      value={now?.version_id ?? ''}
      onValue={(version) => fixed.mutate(version || null)}
      options={[
        { value: '', label: now ? t.noVersion : t.pickVersion },
        ...(known ? [] : [{ value: now.version_id, label: now.version_number ?? t.hiddenVersion }]),
        ...options,
      ]}
    />
  )
}
