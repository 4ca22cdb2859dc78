create or replace function pressrun.unsafe_characters() returns text
language sql immutable parallel safe
as $$
  -- Unicode 15: control (Cc), format (Cf), separators (Z), private use (Co), noncharacters, and characters that are not drawn
  -- (Default_Ignorable_Code_Point, U+2800).
  select E'[\\u0001-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2\\u115f-\\u1160\\u1680'
    '\\u17b4-\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ue000-\\uf8ff\\ufdd0-\\ufdef'
    '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe-\\uffff\\U000110bd\\U000110cd\\U00013430-\\U0001343f\\U0001bca0-\\U0001bca3'
    '\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff\\U000f0000-\\U0010ffff]'
$$;
comment on function pressrun.unsafe_characters is
  'Regular expression of the characters that no destination may contain, because people cannot see them or systems read them '
  'differently.';
