import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { cn } from '@/lib/cn'
import type { SearchHit } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { formatExact } from '@/lib/format'
import type { ListingSearch } from '../model/search-state'
import type { DisplayMode } from '@/stores/prefs'
import { FilterPanel } from './filter-panel'
import type { Install } from './search-screen'
import { ModeSegments, PageSize } from './view-controls'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import filterGroupCss from './filter-group.module.css'
import css from './filter-sheet.module.css'

type FilterSheetProps = {
  onClose: () => void
  type: ContentType
  search: ListingSearch
  install: Install | undefined
  mode: DisplayMode
  hits: readonly SearchHit[] | undefined
  size: number
  total: number | undefined
  onSearch: (search: ListingSearch) => void
}

/** The filters of a narrow page. */
export default function FilterSheet({ onClose, type, search, install, mode, hits, size, total, onSearch }: FilterSheetProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t.filtersTitle}
      className={css.root}
      footer={
        <Button kind="primary" className={buttonCss.block} onClick={onClose}>
          {t.showResults(formatExact(total ?? 0))}
        </Button>
      }
    >
      <FilterPanel type={type} search={search} install={install} nothing={total === 0} onSearch={onSearch} />
      <section className={cn(filterGroupCss.root, css.view)} aria-label={t.view}>
        <h3 className={filterGroupCss.head}>{t.view}</h3>
        <div className={ui.row}>
          <ModeSegments type={type} search={search} mode={mode} hits={hits} size={size} total={total ?? 0} onSearch={onSearch} />
          <PageSize search={search} mode={mode} size={size} total={total ?? 0} onSearch={onSearch} />
        </div>
      </section>
    </Dialog>
  )
}
