import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { Suggested } from '@/components/layout/suggested'
import { Button } from '@/components/ui/button'
import { Bone } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { contentTypes, typeOf } from '@/lib/content-types'
import { formatExact } from '@/lib/format'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { listingParams } from '@/lib/links'
import { keepEnterForIme } from '@/lib/ime'
import { tagQueries } from '@/lib/tags'
import { useGameSetup } from '@/stores/game-setup'
import { Carry } from './carry'
import { Topics } from './topics'
import fieldCss from '@/components/ui/field.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './hero.module.css'

/** What the site is and the way into it. */
export function Hero() {
  const statistics = useQuery(tagQueries.statistics())
  const counters = ['projects', 'versions', 'authors', 'files'] as const
  return (
    <div className={css.left}>
      <h1>{t.headline}</h1>
      <p className={css.sub}>{statistics.data?.projects ? t.lead(formatExact(statistics.data.projects)) : t.leadPlain}</p>
      <HeroSearch />
      <Carry />
      <Topics />
      {statistics.isError ? null : (
        <dl className={css.counters}>
          {counters
            .filter((name) => statistics.data?.[name] !== 0)
            .map((name) => (
              <div key={name}>
                <dt>{t.counters[name]}</dt>
                <dd>{statistics.data ? formatExact(statistics.data[name]) : <Bone w={84} h={24} />}</dd>
              </div>
            ))}
        </dl>
      )}
    </div>
  )
}

function HeroSearch() {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [type, setType] = useState('all')
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (type === 'all') {
      void router.navigate({ to: '/$listing', params: { listing: 'search' }, search: { q: text.trim() } })
      return
    }
    const { gameVersion, loader } = useGameSetup.getState()
    // A loader narrows only what is loaded by it; a game version means nothing to software.
    const g = loader && (type === 'mod' || type === 'modpack') ? [`categories:${loader}`] : []
    const v = type === 'software' || !gameVersion ? [] : [gameVersion]
    void router.navigate({ to: '/$listing', params: listingParams(typeOf(type)), search: { q: text.trim(), g, v } })
  }
  return (
    <form className={css.find} role="search" action="/search" aria-label={t.search} onSubmit={submit}>
      <div className={cn(fieldCss.root, fieldCss.xl)} data-search-main>
        <select className={css.kind} aria-label={t.type} value={type} onChange={(event) => setType(event.target.value)}>
          <option value="all">{t.everything}</option>
          {contentTypes.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </select>
        <input
          ref={input}
          name="q"
          aria-label={t.search}
          placeholder={t.placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={keepEnterForIme}
          enterKeyHint="search"
          autoComplete="off"
        />
        <Suggested field={input} text={text} onText={setText} />
      </div>
      <Button type="submit" kind="primary" size="xl">
        <Search className={cn(ui.icon, ui.onlyS)} aria-hidden />
        {t.submit}
      </Button>
    </form>
  )
}
