import { Bone, Loading } from '@/components/ui/feedback'
import type { DependencyType, VersionNeed, VersionNeeds, VersionPage } from '@/lib/api/types'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { NeedCard, TranslationCard } from './need-card'
import needCardCss from './need-card.module.css'
import versionScreenCss from './version-screen.module.css'

const others: readonly DependencyType[] = ['optional', 'incompatible']
const CARD_HEIGHT = 58

function key(need: VersionNeed, index: number): string {
  return `${need.project?.id ?? need.file_name ?? ''}-${index}`
}

type Needs = VersionNeeds | undefined

/** What the version does not run without. While it is being asked for, its place is kept. */
export function Requirements({ version, needs }: { version: VersionPage; needs: Needs }) {
  const expected = version.dependencies.filter((one) => one.dependency_type === 'required').length
  const required = needs?.dependencies.filter((one) => one.dependency_type === 'required') ?? []
  if (needs ? required.length === 0 : expected === 0) return null
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.dependencyTitle.required}</h3>
      {needs ? (
        <ul className={needCardCss.list}>
          {required.map((need, index) => (
            <NeedCard key={key(need, index)} need={need} />
          ))}
        </ul>
      ) : (
        <Loading className={needCardCss.list}>
          {Array.from({ length: expected }, (_, index) => (
            <Bone key={index} h={CARD_HEIGHT} />
          ))}
        </Loading>
      )}
    </section>
  )
}

/** What is inside of the version: the contents of a modpack, or the libraries of a mod. */
export function Included({ needs }: { needs: Needs }) {
  const list = (needs?.dependencies ?? []).filter((one) => one.dependency_type === 'embedded')
  if (list.length === 0) return null
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.page.included(list.length)}</h3>
      <ul className={needCardCss.list}>
        {list.map((need, index) => (
          <NeedCard key={key(need, index)} need={need} />
        ))}
      </ul>
    </section>
  )
}

/** What goes with the version, or does not. */
export function OtherRelations({ needs }: { needs: Needs }) {
  const list = (needs?.dependencies ?? [])
    .filter((one) => others.includes(one.dependency_type))
    .sort((a, b) => others.indexOf(a.dependency_type) - others.indexOf(b.dependency_type))
  if (list.length === 0) return null
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.page.otherRelations}</h3>
      <ul className={needCardCss.list}>
        {list.map((need, index) => (
          <NeedCard key={key(need, index)} need={need} />
        ))}
      </ul>
    </section>
  )
}

/** Language packs made for the version. */
export function Translations({ needs }: { needs: Needs }) {
  if (!needs || needs.translations.length === 0) return null
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.page.translations}</h3>
      <ul className={needCardCss.list}>
        {needs.translations.map((pack) => (
          <TranslationCard key={pack.project.id} pack={pack} />
        ))}
      </ul>
    </section>
  )
}
