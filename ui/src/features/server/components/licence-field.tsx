import { Checkbox } from '@/components/ui/checkbox'
import { OutsideLink } from '@/components/ui/outside-link'
import { licenceText as t } from '@/lib/i18n/zh-Hans/server-loader'
import ui from '@/components/ui/ui.module.css'

const LICENCE = 'https://www.minecraft.net/eula'

type LicenceFieldProps = { checked: boolean; onChecked: (checked: boolean) => void }

/** The acceptance of the game's licence. */
export function LicenceField({ checked, onChecked }: LicenceFieldProps) {
  return (
    <Checkbox checked={checked} onChange={(event) => onChecked(event.target.checked)}>
      {t.accept}
      <OutsideLink href={LICENCE} className={ui.link} newTab>
        {t.name}
      </OutsideLink>
    </Checkbox>
  )
}
