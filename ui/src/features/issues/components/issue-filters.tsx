import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { NativeSelect } from '@/components/ui/native-select'
import { SearchInput } from '@/components/ui/input'
import type { ProjectPage } from '@/lib/api/types'
import { issueListText as t } from '@/lib/i18n/zh-Hans/issue'
import { useSession } from '@/lib/session'
import { useTyped } from '@/lib/use-typed'
import type { Board } from '../api'
import { issueParams } from '../model/address'
import { changed, isNarrowed, sorts, withoutFilters, type IssueSearch } from '../search'
import chipCss from '@/components/ui/chip.module.css'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './issues.module.css'

type FiltersProps = { project: ProjectPage; board: Board; search: IssueSearch }

/** What narrows and orders the list; the address holds all of it. */
export function IssueFilters({ project, board, search }: FiltersProps) {
  const navigate = useNavigate()
  const me = useSession()
  const list = { to: '/$type/$id/issues/{-$issue}', params: issueParams(project) } as const
  const go = (change: Parameters<typeof changed>[1], replace = false) =>
    void navigate({ ...list, search: changed(search, change), replace, resetScroll: false })
  const [words, setWords] = useTyped(search.q ?? '', (q) => go({ q }, true))
  const left = board.labels.filter(({ id }) => !search.label?.includes(id))
  const people = [...new Set([...project.members.filter((one) => one.accepted).map(({ user }) => user.username), search.assignee ?? ''])]
  const authors = [...new Set([me?.username ?? '', search.author ?? ''])].filter(Boolean)
  const named = (names: readonly string[]) => names.filter(Boolean).map((name) => ({ value: name, label: name }))
  const labelName = (id: string) => board.labels.find((one) => one.id === id)?.name ?? id
  const chips: { key: string; text: string; without: IssueSearch }[] = [
    ...(search.label ?? []).map((id) => ({
      key: `label-${id}`,
      text: t.filterOf.label(labelName(id)),
      without: changed(search, { label: search.label?.filter((one) => one !== id) }),
    })),
    ...(['assignee', 'author', 'version'] as const).flatMap((key) => {
      const value = search[key]
      return value === undefined ? [] : [{ key, text: t.filterOf[key](value), without: changed(search, { [key]: undefined }) }]
    }),
  ]
  return (
    <div role="search" className={css.filters} aria-label={t.filters}>
      <SearchInput
        className={css.words}
        size="sm"
        value={words}
        onValue={setWords}
        label={t.search}
        placeholder={t.search}
        icon={<Search className={ui.icon14} aria-hidden />}
      />
      <NativeSelect
        size="sm"
        label={t.label}
        value=""
        onValue={(id) => id && go({ label: [...(search.label ?? []), id] })}
        options={[
          { value: '', label: search.label ? t.labelsChosen(String(search.label.length)) : t.anyLabel },
          ...left.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        size="sm"
        label={t.assignee}
        prefix={t.assignee}
        value={search.assignee ?? ''}
        onValue={(assignee) => go({ assignee })}
        options={[{ value: '', label: t.assigneeAny }, ...named(people)]}
      />
      {authors.length > 0 ? (
        <NativeSelect
          size="sm"
          label={t.author}
          prefix={t.author}
          value={search.author ?? ''}
          onValue={(author) => go({ author })}
          options={[{ value: '', label: t.assigneeAny }, ...named(authors)]}
        />
      ) : null}
      <NativeSelect
        size="sm"
        label={t.sort}
        className={ui.push}
        value={search.sort ?? 'created-desc'}
        onValue={(sort) => go({ sort: sort as NonNullable<IssueSearch['sort']> })}
        options={sorts.map((one) => ({ value: one, label: t.sorts[one] }))}
      />
      {chips.length > 0 ? (
        <p className={css.chips}>
          {chips.map(({ key, text, without }) => (
            <span key={key} className={chipCss.root}>
              {text}
              <button
                type="button"
                aria-label={t.drop(text)}
                onClick={() => void navigate({ ...list, search: without, resetScroll: false })}
              >
                <X className={ui.icon14} aria-hidden />
              </button>
            </span>
          ))}
          {isNarrowed(search) ? (
            <PathLink className={textButtonCss.root} keepScroll {...list} search={withoutFilters(search)}>
              {t.clear}
            </PathLink>
          ) : null}
        </p>
      ) : null}
    </div>
  )
}
