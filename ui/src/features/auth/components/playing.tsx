import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, Loading } from '@/components/ui/feedback'
import { NativeSelect } from '@/components/ui/native-select'
import { Pic } from '@/components/ui/pic'
import { FollowButton } from '@/features/collection'
import { get } from '@/lib/api/client'
import type { UrlType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { contentTypes } from '@/lib/content-types'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import { homeText } from '@/lib/i18n/zh-Hans/home'
import { hitParams } from '@/lib/links'
import { loaderName, modLoaders } from '@/lib/loaders'
import { tagQueries } from '@/lib/tags'
import { titles } from '@/lib/titles'
import { useGameSetup } from '@/stores/game-setup'
import { firstFacets, mixed, SUGGESTED } from '../model/first-follows'
import choiceCss from '@/components/ui/choice.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './playing.module.css'

const SHOWN_VERSIONS = 40
const loaders = ['fabric', 'neoforge', 'forge', 'quilt'].filter((one) => modLoaders.includes(one))

/** Asks a new account what it plays; the answer is carried to lists and downloads, and finds projects to follow. */
export function Playing() {
  const { gameVersion, loader, play } = useGameSetup()
  const [types, setTypes] = useState<readonly UrlType[]>([])
  const known = useQuery(tagQueries.gameVersions())
  const releases = (known.data ?? []).filter((one) => one.version_type === 'release').slice(0, SHOWN_VERSIONS)
  const turn = (type: UrlType) => setTypes(types.includes(type) ? types.filter((one) => one !== type) : [...types, type])
  return (
    <section className={css.root} aria-labelledby="welcome-playing">
      <h2 id="welcome-playing">{t.playingTitle}</h2>
      <p className={cn(ui.muted, ui.text13)}>{t.playingLead}</p>
      <div className={css.picks}>
        <NativeSelect
          label={homeText.gameVersion}
          value={gameVersion}
          onValue={(value) => play({ gameVersion: value })}
          options={[
            { value: '', label: homeText.anyVersion },
            ...releases.map(({ version }) => ({ value: version, label: homeText.javaVersion(version) })),
          ]}
        />
        <NativeSelect
          label={homeText.loader}
          value={loader}
          onValue={(value) => play({ loader: value })}
          options={[{ value: '', label: homeText.anyLoader }, ...loaders.map((value) => ({ value, label: loaderName(value) }))]}
        />
      </div>
      <div className={css.types} role="group" aria-label={t.playingTypes}>
        {contentTypes.map((type) => (
          <button
            key={type.id}
            type="button"
            className={choiceCss.root}
            aria-pressed={types.includes(type.id)}
            onClick={() => turn(type.id)}
          >
            {type.label}
          </button>
        ))}
      </div>
      {types.length > 0 ? <FirstFollows types={types} gameVersion={gameVersion} loader={loader} /> : null}
    </section>
  )
}

type FirstFollowsProps = { types: readonly UrlType[]; gameVersion: string; loader: string }

/** Much used projects of the chosen kinds that fit, each with its button to follow. */
function FirstFollows({ types, gameVersion, loader }: FirstFollowsProps) {
  const found = useQueries({
    queries: types.map((type) => {
      const query = { facets: JSON.stringify(firstFacets(type, { gameVersion, loader })), index: 'downloads' as const, limit: SUGGESTED }
      return {
        queryKey: ['search', 'first', query] as const,
        queryFn: ({ signal }: { signal: AbortSignal }) => get('/v2/search', { query, signal }),
      }
    }),
  })
  if (found.some((one) => one.isPending)) {
    return (
      <Loading className={css.list}>
        {Array.from({ length: SUGGESTED }, (_, index) => (
          <Bone key={index} h={48} />
        ))}
      </Loading>
    )
  }
  const hits = mixed(found.map((one) => one.data?.hits ?? []))
  if (hits.length === 0) return <p className={cn(ui.subtle, ui.text13)}>{t.playingNone}</p>
  return (
    <>
      <h3>{t.playingFollow}</h3>
      <ul className={css.list}>
        {hits.map((hit) => (
          <li key={hit.project_id} className={ui.result}>
            <Pic src={hit.icon_url} project={hit.project_id} name={hit.title} color={hit.color} size={40} />
            <div className={ui.grow}>
              <b className={cn(ui.clip, ui.block)}>
                <PathLink className={ui.resultLink} to="/$type/$id" params={hitParams(hit)}>
                  {titles(hit).title}
                </PathLink>
              </b>
              <small className={cn(ui.clip, ui.block)}>{hit.description}</small>
            </div>
            <FollowButton project={{ id: hit.project_id, followers: hit.follows }} size="sm" />
          </li>
        ))}
      </ul>
    </>
  )
}
