import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Switch } from '@/components/ui/checkbox'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { GroupRow } from '@/components/ui/form-row'
import { NativeSelect } from '@/components/ui/native-select'
import type { SoftwareVersion } from '@/lib/hosting/installs'
import type { Server } from '@/lib/hosting/servers'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { loaderQueries } from '../api'
import { gameOf, gamesOf, isOlder, loaderOf, showsSnapshots, versionOf, withGame, withLoader, type Wanted } from '../model/choice'
import type { Wish } from '../model/plan'
import choiceCss from '@/components/ui/choice.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-loader.module.css'

const t = serverLoaderText.loader

type LoaderFormProps = { server: Server; refused: string | undefined; onWish: (wish: Wish) => void }

/** The loader, then the version of the game, then the version of the loader: each list depends on what was chosen before. */
export function LoaderForm({ server, refused, onWish }: LoaderFormProps) {
  const [wanted, setWanted] = useState<Wanted>({})
  const loaders = useQuery(loaderQueries.loaders())
  const loader = loaderOf(wanted, loaders.data ?? [], server)
  const games = useQuery({ ...loaderQueries.games(loader ?? ''), enabled: loader !== undefined })
  const shown = gamesOf(wanted, games.data ?? [], server)
  const game = gameOf(wanted, shown, server)
  const versions = useQuery({ ...loaderQueries.versions(loader ?? '', game ?? ''), enabled: loader !== undefined && game !== undefined })
  const version = versionOf(wanted, versions.data ?? [])
  const ready = loader !== undefined && game !== undefined && versions.data !== undefined && games.data !== undefined
  const next = () => {
    if (!ready) return
    const request = { loader, game_version: game, loader_version: version ?? '' }
    onWish({ kind: 'loader', request, older: isOlder(game, games.data, server) })
  }
  const here = (now: boolean, text: string) => (now ? `${text}（${t.present}）` : text)
  const same = loader?.toLowerCase() === server.loader?.toLowerCase()
  if (loaders.data?.length === 0) return <Empty level={3} icon={PackageX} title={t.emptyTitle} hint={t.emptyHint} />
  return (
    <fieldset className={css.fields} disabled={refused !== undefined} title={refused}>
      <List query={loaders} error={t.loadersError}>
        {(list) => (
          <GroupRow label={t.loader}>
            {list.map((one) => (
              <button
                key={one}
                type="button"
                className={choiceCss.root}
                aria-pressed={one === loader}
                onClick={() => setWanted(withLoader(wanted, one))}
              >
                {one}
              </button>
            ))}
          </GroupRow>
        )}
      </List>
      {loader === undefined ? null : (
        <List query={games} error={t.gamesError}>
          {(list) => (
            <GroupRow label={t.game}>
              {game === undefined ? (
                <Note>{t.noGames}</Note>
              ) : (
                <NativeSelect
                  label={t.game}
                  value={game}
                  onValue={(next) => setWanted(withGame(wanted, next))}
                  options={shown.map((one) => ({
                    value: one.version,
                    label: here(one.version === server.mc_version, one.stable ? one.version : `${one.version} · ${t.snapshot}`),
                  }))}
                />
              )}
              {list.some(({ stable }) => !stable) && list.some(({ stable }) => stable) ? (
                <Switch
                  checked={showsSnapshots(wanted, list, server)}
                  onChange={(event) => setWanted({ ...wanted, snapshots: event.target.checked })}
                >
                  {t.snapshots}
                </Switch>
              ) : null}
            </GroupRow>
          )}
        </List>
      )}
      {loader === undefined || game === undefined ? null : (
        <List query={versions} error={t.versionsError}>
          {(list) => (
            <GroupRow label={t.version}>
              {list.length === 0 ? (
                <span className={ui.subtle}>{t.own}</span>
              ) : (
                <NativeSelect
                  label={t.version}
                  value={version ?? ''}
                  onValue={(next) => setWanted({ ...wanted, version: next })}
                  options={list.map((one) => ({
                    value: one.version,
                    label: here(same && game === server.mc_version && one.version === server.loader_version, versionLabel(one, list)),
                  }))}
                />
              )}
            </GroupRow>
          )}
        </List>
      )}
      <div className={css.next}>
        <Button kind="primary" disabled={!ready || refused !== undefined} title={refused} aria-description={refused} onClick={next}>
          {t.next}
        </Button>
      </div>
    </fieldset>
  )
}

function versionLabel({ version, stable }: SoftwareVersion, list: readonly SoftwareVersion[]): string {
  if (!stable) return `${version} · ${t.unstable}`
  return list.find((one) => one.stable)?.version === version ? `${version} · ${t.newest}` : version
}

type ListProps<T> = { query: UseQueryResult<T>; error: string; children: (list: T) => ReactNode }

/** One list of the chain: while it loads, when it fails, and when it is there. */
function List<T>({ query, error, children }: ListProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorCard error={query.error} title={error} onRetry={() => void query.refetch()} />
  return (
    <Loading>
      <Bone className={css.line} w="60%" h={36} />
    </Loading>
  )
}
