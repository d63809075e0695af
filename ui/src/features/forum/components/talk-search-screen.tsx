import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search, SearchX } from 'lucide-react'
import { useId } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Input, SearchInput } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { talkSearchText as t } from '@/lib/i18n/zh-Hans/talk-search'
import { useTyped } from '@/lib/use-typed'
import { forumQueries } from '../api'
import { isNarrowed, type TalkSearch, type TalkSection, type TalkState } from '../talk-search'
import { FoundRow } from './found-row'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './talk-search.module.css'

/** Finds what was said in the forum and in issues. The address has the words and what narrows them. */
export function TalkSearchScreen({ search }: { search: TalkSearch }) {
  return (
    <div className={cn(ui.pile, ui.above16)}>
      <div className={pageHeadCss.root}>
        <h1>{t.title}</h1>
        <span className={pageHeadCss.sub}>{t.lead}</span>
        <span className={pageHeadCss.end}>
          <PathLink className={ui.link} to="/forums/$forum" params={{ forum: 'all' }}>
            {t.back}
          </PathLink>
        </span>
      </div>
      <Filters search={search} />
      <Results search={search} />
    </div>
  )
}

function Filters({ search }: { search: TalkSearch }) {
  const navigate = useNavigate()
  const id = useId()
  const go = (change: { [K in keyof TalkSearch]?: TalkSearch[K] | undefined }) =>
    void navigate({ to: '/forums/search', search: { ...search, ...change } as TalkSearch, replace: true, resetScroll: false })
  const [words, setWords] = useTyped(search.q ?? '', (q) => go({ q: q || undefined }))
  const [author, setAuthor] = useTyped(search.author ?? '', (name) => go({ author: name || undefined }))
  const day = (name: 'since' | 'until') => (
    <label className={css.day} htmlFor={`${id}-${name}`}>
      {t[name]}
      <Input
        id={`${id}-${name}`}
        size="sm"
        type="date"
        min="2000-01-01"
        value={search[name] ?? ''}
        onChange={({ target }) => go({ [name]: target.value || undefined })}
      />
    </label>
  )
  return (
    <div role="search" className={css.filters} aria-label={t.title}>
      <SearchInput
        className={css.words}
        value={words}
        onValue={setWords}
        label={t.words}
        placeholder={t.placeholder}
        icon={<Search className={ui.icon14} aria-hidden />}
      />
      <NativeSelect
        size="sm"
        label={t.section}
        prefix={t.section}
        value={search.section ?? ''}
        onValue={(section) => go({ section: (section || undefined) as TalkSection | undefined, state: undefined })}
        options={[{ value: '', label: t.everywhere }, ...Object.entries(t.sections).map(([value, label]) => ({ value, label }))]}
      />
      {search.section === 'issues' ? (
        <NativeSelect
          size="sm"
          label={t.state}
          prefix={t.state}
          value={search.state ?? ''}
          onValue={(state) => go({ state: (state || undefined) as TalkState | undefined })}
          options={[{ value: '', label: t.anyState }, ...Object.entries(t.states).map(([value, label]) => ({ value, label }))]}
        />
      ) : null}
      <SearchInput size="sm" className={css.author} value={author} onValue={setAuthor} label={t.author} placeholder={t.author} />
      {day('since')}
      {day('until')}
      {isNarrowed(search) ? (
        <Button
          size="sm"
          kind="quiet"
          onClick={() => go({ section: undefined, state: undefined, author: undefined, since: undefined, until: undefined })}
        >
          {t.clear}
        </Button>
      ) : null}
    </div>
  )
}

function Results({ search }: { search: TalkSearch }) {
  const query = useInfiniteQuery({ ...forumQueries.found(search), enabled: search.q !== undefined })
  if (search.q === undefined) return <Empty className={ui.card} level={2} icon={Search} title={t.begin} hint={t.beginHint} />
  if (query.isError && !query.data) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data)
    return (
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        {[50, 80, 40, 70].map((width) => (
          <Bone key={width} w={`${width}%`} h={18} />
        ))}
      </Loading>
    )
  const found = query.data.pages.flatMap(({ hits }) => hits)
  if (found.length === 0)
    return <Empty className={ui.card} level={2} icon={SearchX} title={t.none} hint={isNarrowed(search) ? t.noneNarrowed : t.noneHint} />
  return (
    <section aria-label={t.results} className={cn(query.isPlaceholderData && ui.stale)}>
      <ul className={cn(ui.card, css.list)}>
        {found.map((one) => (
          <FoundRow key={one.id} found={one} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <p className={css.foot}>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.more}
          </Button>
        </p>
      ) : null}
    </section>
  )
}
