/**
 * The functions that a statement may call. Whatever is not here is refused, also what a later version of the store brings.
 *
 * Left out on purpose: what reads files, dictionaries, settings, other tables or the server itself; what waits (sleep); what takes the name of another
 * function or of a type as text (arrayReduce, initializeAggregation, JSONExtract, defaultValueOfTypeName); states of aggregates, whose bytes anybody could write;
 * what runs a loop in itself without a limit (arrayFold, edit distances).
 */
const SCALAR = `
  plus minus multiply divide intDiv intDivOrZero modulo moduloOrZero positiveModulo pmod negate abs gcd lcm max2 min2 greatest least clamp
  round floor ceil ceiling trunc truncate roundBankers roundDown roundToExp2 sqrt cbrt exp exp2 exp10 log ln log2 log10 log1p pow power sign pi e sin cos tan asin acos atan atan2 degrees radians hypot widthBucket sigmoid
  isNaN isFinite isInfinite ifNotFinite rand rand32 rand64
  equals notEquals less greater lessOrEquals greaterOrEquals isDistinctFrom isNotDistinctFrom in notIn globalIn globalNotIn nullIn notNullIn globalNullIn globalNotNullIn exists and or not xor
  if multiIf caseWithExpression caseWithExpr caseWithoutExpression caseWithoutExpr transform
  isNull isNotNull isZeroOrNull coalesce ifNull nullIf assumeNotNull toNullable firstNonDefault
  bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight bitTest bitCount
  cast _cast toTypeName toString toBool toLowCardinality toFixedString toStringCutToZero
  toUInt8 toUInt16 toUInt32 toUInt64 toInt8 toInt16 toInt32 toInt64 toFloat32 toFloat64 toUInt8OrZero toUInt16OrZero toUInt32OrZero toUInt64OrZero toInt8OrZero toInt16OrZero toInt32OrZero toInt64OrZero toFloat32OrZero toFloat64OrZero
  toUInt8OrNull toUInt16OrNull toUInt32OrNull toUInt64OrNull toInt8OrNull toInt16OrNull toInt32OrNull toInt64OrNull toFloat32OrNull toFloat64OrNull toUInt8OrDefault toUInt16OrDefault toUInt32OrDefault toUInt64OrDefault toInt32OrDefault toInt64OrDefault toFloat64OrDefault
  toDecimal32 toDecimal64 toDecimal128 toDecimal64OrZero toDecimal64OrNull toUUID toUUIDOrNull
  toDate toDate32 toDateTime toDateTime32 toDateTime64 toDateOrNull toDateOrZero toDateTimeOrNull toDateTimeOrZero toDateTime64OrNull toDateTime64OrZero parseDateTime parseDateTimeOrNull parseDateTimeBestEffort parseDateTimeBestEffortOrNull parseDateTime64BestEffort parseDateTime64BestEffortOrNull
  fromUnixTimestamp fromUnixTimestamp64Milli fromUnixTimestamp64Micro fromUnixTimestamp64Second toUnixTimestamp toUnixTimestamp64Milli toUnixTimestamp64Micro toUnixTimestamp64Second to_unixtime from_unixtime makeDate makeDateTime
  now now64 today yesterday curdate current_date current_timestamp utctimestamp timestamp date
  toTimeZone timezoneOf timezoneOffset toUTCTimestamp fromUTCTimestamp
  toYear toQuarter toMonth toWeek toISOWeek toISOYear toYearWeek toDayOfYear toDayOfMonth toDayOfWeek toHour toMinute toSecond toMillisecond toDaysInMonth year quarter month week day hour minute second dayofmonth dayofweek dayofyear dateName monthName
  toStartOfYear toStartOfISOYear toStartOfQuarter toStartOfMonth toStartOfWeek toMonday toStartOfDay toStartOfHour toStartOfMinute toStartOfSecond toStartOfFiveMinutes toStartOfFiveMinute toStartOfTenMinutes toStartOfFifteenMinutes toStartOfInterval time_bucket date_bin toLastDayOfMonth toLastDayOfWeek last_day
  toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss toRelativeYearNum toRelativeQuarterNum toRelativeMonthNum toRelativeWeekNum toRelativeDayNum toRelativeHourNum toRelativeMinuteNum toRelativeSecondNum
  dateDiff date_diff timestampDiff timestamp_diff age dateTrunc date_trunc formatDateTime date_format addYears addQuarters addMonths addWeeks addDays addHours addMinutes addSeconds addMilliseconds addDate addInterval subtractYears subtractQuarters subtractMonths subtractWeeks subtractDays subtractHours subtractMinutes subtractSeconds subtractMilliseconds subDate subtractInterval timeSlot
  toInterval toIntervalYear toIntervalQuarter toIntervalMonth toIntervalWeek toIntervalDay toIntervalHour toIntervalMinute toIntervalSecond toIntervalMillisecond
  length lengthUTF8 char_length character_length empty notEmpty lower upper lowerUTF8 upperUTF8 lcase ucase initcap initcapUTF8 reverse reverseUTF8 concat concat_ws concatWithSeparator substring substr mid substringUTF8 substringIndex substringIndexUTF8 left right leftUTF8 rightUTF8 leftPad rightPad leftPadUTF8 rightPadUTF8 lpad rpad trim trimLeft trimRight trimBoth ltrim rtrim repeat space startsWith endsWith startsWithUTF8 endsWithUTF8 startsWithCaseInsensitive endsWithCaseInsensitive
  position positionCaseInsensitive positionUTF8 positionCaseInsensitiveUTF8 locate instr countSubstrings countSubstringsCaseInsensitive countMatches countMatchesCaseInsensitive like notLike ilike notILike match extract extractAll extractGroups extractAllGroups extractAllGroupsVertical extractAllGroupsHorizontal hasToken hasTokenCaseInsensitive hasSubsequence multiSearchAny multiSearchAnyCaseInsensitive multiSearchAnyUTF8 multiSearchFirstIndex
  replace replaceOne replaceAll replaceRegexpOne replaceRegexpAll regexp_replace translate translateUTF8 format splitByChar splitByString splitByRegexp splitByWhitespace splitByNonAlpha alphaTokens arrayStringConcat isValidUTF8 toValidUTF8 ascii char base64Encode base64Decode tryBase64Decode hex unhex bin bar formatReadableSize formatReadableQuantity formatReadableTimeDelta
  domain domainRFC domainWithoutWWW topLevelDomain firstSignificantSubdomain cutToFirstSignificantSubdomain protocol port path pathFull queryString fragment queryStringAndFragment netloc cutQueryString cutFragment cutQueryStringAndFragment cutWWW extractURLParameter extractURLParameters extractURLParameterNames cutURLParameter URLHierarchy URLPathHierarchy decodeURLComponent encodeURLComponent decodeURLFormComponent
  IPv4NumToString IPv4StringToNum IPv4StringToNumOrNull IPv6NumToString IPv6StringToNum IPv6StringToNumOrNull toIPv4 toIPv6 toIPv4OrNull toIPv6OrNull toIPv4OrDefault toIPv6OrDefault IPv4ToIPv6 isIPv4String isIPv6String isIPAddressInRange IPv4CIDRToRange IPv6CIDRToRange cutIPv6
  cityHash64 sipHash64 xxHash32 xxHash64 farmHash64 murmurHash3_64 md5 sha1 sha256 crc32
  array arrayElement arrayElementOrNull arrayConcat arrayCount arrayExists arrayAll arrayFilter arrayMap arrayFirst arrayLast arrayFirstIndex arrayLastIndex arraySort arrayReverseSort arrayReverse arraySlice arraySum arrayAvg arrayMin arrayMax arrayProduct arrayUniq arrayDistinct arrayEnumerate arrayEnumerateUniq arrayCompact arrayDifference arrayCumSum arrayCumSumNonNegative arrayIntersect arrayUnion arrayExcept arrayRemove arrayZip arrayFlatten flatten arrayPushBack arrayPushFront arrayPopBack arrayPopFront arrayResize arrayWithConstant arraySplit arrayReverseSplit arrayFill arrayReverseFill arrayShingles arrayJoin has hasAll hasAny hasSubstr indexOf countEqual range lambda
  tuple tupleElement tuplePlus tupleMinus tupleNames untuple
  map mapFromArrays mapKeys mapValues mapContains mapContainsKey mapContainsValue mapContainsKeyLike mapExtractKeyLike mapFilter mapApply mapAdd mapSubtract mapUpdate mapSort mapReverseSort mapConcat
  isValidJSON JSONHas JSONLength JSONType JSONKey JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat JSONExtractBool JSONExtractRaw JSONExtractArrayRaw JSONExtractKeys JSONExtractKeysAndValuesRaw simpleJSONExtractString simpleJSONExtractInt simpleJSONExtractUInt simpleJSONExtractFloat simpleJSONExtractBool simpleJSONHas toJSONString
  tumble tumbleStart tumbleEnd grouping materialize
`;

const AGGREGATE = `
  count sum sumWithOverflow sumKahan sumCount avg avgWeighted min max any anyValue any_value anyLast anyHeavy first_value last_value argMin argMax min_by max_by
  uniq uniqExact uniqCombined uniqCombined64 uniqHLL12 uniqUpTo
  quantile quantiles quantileExact quantilesExact quantileExactLow quantileExactHigh quantileExactWeighted quantileTiming quantileTDigest quantilesTDigest quantileDeterministic quantileInterpolatedWeighted median medianExact medianTDigest medianTiming
  stddevPop stddevSamp stddev_pop stddev_samp varPop varSamp var_pop var_samp covarPop covarSamp covar_pop covar_samp corr skewPop skewSamp kurtPop kurtSamp entropy simpleLinearRegression boundingRatio deltaSum deltaSumTimestamp
  groupArray groupUniqArray groupArraySorted groupArrayLast groupArraySample groupArrayMovingSum groupArrayMovingAvg groupConcat group_concat string_agg array_agg groupBitAnd groupBitOr groupBitXor groupBitmap
  topK topKWeighted approx_top_k approx_top_count approx_top_sum histogram sumMap minMap maxMap sumMappedArrays minMappedArrays maxMappedArrays
  retention sequenceMatch sequenceCount windowFunnel exponentialMovingAverage singleValueOrNull sparkbar
  row_number rank dense_rank denseRank percent_rank percentRank cume_dist ntile lag lead lagInFrame leadInFrame nth_value nonNegativeDerivative
`;

const namesOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().split(/\s+/u).filter((name) => name !== ''));

const SCALARS = namesOf(SCALAR);
const AGGREGATES = namesOf(AGGREGATE);
/** What may follow an aggregate's name. Source: ClickHouse's documentation, "Aggregate function combinators"; without those of states. */
const COMBINATOR = /(?:if|array|map|distinct|ordefault|ornull|foreach|argmin|argmax)$/u;
const MOST_COMBINATORS = 3;

/** Whether a statement may call a function, by the name that the parser gives it. */
export function mayCall(name: string): boolean {
  let rest = name.toLowerCase();
  if (SCALARS.has(rest)) return true;
  for (let combinators = 0; combinators <= MOST_COMBINATORS; combinators += 1) {
    if (AGGREGATES.has(rest)) return true;
    const shorter = rest.replace(COMBINATOR, '');
    if (shorter === rest) return false;
    rest = shorter;
  }
  return false;
}
