import { useEffect, useRef } from 'react'
import { SearchInput } from '@/components/ui/input'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import filterGroupCss from './filter-group.module.css'

type GroupSearchProps = { title: string; value: string; onValue: (text: string) => void; onClose: () => void }

/** The search field of one group; Escape closes it. */
export default function GroupSearch({ title, value, onValue, onClose }: GroupSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  return (
    // The field inside takes the focus; the frame only hears its Escape.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions
    <div
      className={filterGroupCss.text}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        // In the sheet of a phone the same key would close the sheet.
        event.stopPropagation()
        onClose()
      }}
    >
      <SearchInput size="sm" ref={input} value={value} onValue={onValue} label={t.findIn(title)} placeholder={t.findIn(title)} />
    </div>
  )
}
