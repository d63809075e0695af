import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { NativeSelect } from '@/components/ui/native-select'
import { hrefOf } from '@/lib/address'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { translationQueries } from '../api'
import { parseTranslations, type TranslationSearch } from '../search'
import { LinkList } from './link-list'
import pageHeadCss from '@/components/ui/page-head.module.css'

/** No topic tells the staff of a link: the list is read again. */
const LOOK_MS = 30_000

/** The translations of all projects, for the staff. */
export function StaffPage({ search }: { search: TranslationSearch }) {
  const router = useRouter()
  const query = useQuery({ ...translationQueries.all(search), refetchInterval: LOOK_MS })
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{t.staffTitle}</h1>
        <span className={pageHeadCss.sub}>{t.staffHint}</span>
        <span className={pageHeadCss.end}>
          <NativeSelect
            size="sm"
            label={t.sorts.label}
            prefix={t.sorts.label}
            value={search.sort ?? ''}
            onValue={(sort) =>
              void router.navigate({
                to: '/moderation/translations',
                search: parseTranslations({ ...search, page: undefined, sort }),
                replace: true,
                resetScroll: false,
              })
            }
            options={[
              { value: '', label: t.sorts.oldest },
              { value: 'newest', label: t.sorts.newest },
            ]}
          />
        </span>
      </div>
      <LinkList
        side="all"
        label={t.staffTitle}
        query={query}
        search={search}
        href={(other) => hrefOf({ to: '/moderation/translations', search: other })}
      />
    </>
  )
}
